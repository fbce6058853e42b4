import { describe, expect, test } from 'vitest';
import { endsByItself, type Policy, Policy as Schema, type PolicyFacts, violationsOf } from './policy.ts';

const now = new Date('2026-03-02T12:00:00Z');
const facts: PolicyFacts = {
  ecosystem: 'cargo',
  nameKey: 'probe',
  versionKey: '1.0.0',
  variantOf: null,
  findings: [{ kind: 'secrets_exposed', severity: 'medium' }],
  license: 'MIT OR Apache-2.0',
  otherLicenses: [],
  bytes: 1_000,
  filenames: ['probe-1.0.0.jar', 'probe-1.0.0-sources.jar', 'probe-1.0.0.pom'],
  hasSignature: false,
  hasAttestation: false,
  runsScripts: true,
  ranScriptsBefore: false,
  isFirstOfPublisher: true,
  uploadedAt: new Date('2026-03-02T00:00:00Z'),
};
const rulesOf = (policy: Policy, changes: Partial<PolicyFacts> = {}) =>
  violationsOf(policy, { ...facts, ...changes }, now).map(({ rule }) => rule);

const denying = (version: string): Policy => ({
  denied_packages: [{ ecosystem: 'cargo', name: 'probe', versions: [version] }],
});

describe('a policy', () => {
  test('that says nothing holds nothing', () => {
    expect(rulesOf({})).toEqual([]);
  });

  test.each<[Policy, Partial<PolicyFacts>, boolean]>([
    [{ min_severity: 'medium' }, {}, true],
    [{ min_severity: 'high' }, {}, false],
    [{ finding_kinds: ['secrets_exposed'] }, {}, true],
    [{ finding_kinds: ['malware'] }, {}, false],
    [{ allowed_licenses: ['mit', 'Apache-2.0'] }, {}, false],
    [{ allowed_licenses: ['MIT'] }, {}, true],
    [{ allowed_licenses: ['MIT'] }, { license: null }, true],
    [{ allowed_licenses: ['MIT'] }, { license: '(MIT)' }, false],
    [{ denied_licenses: ['AGPL-3.0-only'] }, { license: 'MIT AND AGPL-3.0-only' }, true],
    [{ denied_licenses: ['AGPL-3.0-only'] }, { license: null }, false],
    [{ denied_licenses: ['GPL-3.0'] }, { license: 'GPL-3.0-only' }, true],
    [{ denied_licenses: ['GPL-3.0-or-later'] }, { license: 'GPL-3.0+' }, true],
    [{ denied_licenses: ['GPL-3.0'] }, { license: 'MIT', otherLicenses: ['GPL-3.0-only'] }, true],
    [{ allowed_licenses: ['MIT'] }, { license: 'MIT', otherLicenses: ['BSD License'] }, false],
    [{ allowed_licenses: ['MIT'] }, { license: null, otherLicenses: ['MIT'] }, false],
    [{ allowed_licenses: ['MIT'] }, { license: null, otherLicenses: ['MIT', 'ISC'] }, true],
    [{ allowed_licenses: ['MIT'] }, { license: 'MIT', joiningLicenses: ['ISC'] }, true],
    [{ require_signature: true }, {}, true],
    [{ require_signature: true }, { hasSignature: true }, false],
    [{ require_attestation: true }, {}, true],
    [{ require_attestation: true }, { hasAttestation: true }, false],
    [{ require_sources: true }, {}, false],
    [{ require_sources: true }, { filenames: ['probe-1.0.0.jar'] }, true],
    [{ require_sources: true }, { filenames: ['probe-1.0.0.pom'] }, false],
    [{ require_javadoc: true }, {}, true],
    [{ require_javadoc: true }, { filenames: ['a.jar', 'a-javadoc.jar'] }, false],
    [{ max_bytes: 999 }, {}, true],
    [{ max_bytes: 1_000 }, {}, false],
    [{ new_install_scripts: true }, {}, true],
    [{ new_install_scripts: true }, { ranScriptsBefore: true }, false],
    [{ first_release_of_publisher: true }, {}, true],
    [{ first_release_of_publisher: true }, { isFirstOfPublisher: false }, false],
    [{ require_approval: 'one_person' }, {}, true],
    [{ require_approval: 'two_person' }, {}, true],
    [{ denied_packages: [{ ecosystem: 'cargo', name: 'probe' }] }, {}, true],
    [{ denied_packages: [{ ecosystem: 'cargo', name: 'probe', versions: ['1.0.0'] }] }, {}, true],
    [{ denied_packages: [{ ecosystem: 'cargo', name: 'probe', versions: ['1.0.1'] }] }, {}, false],
    [{ denied_packages: [{ ecosystem: 'npm', name: 'probe' }] }, {}, false],
    [denying('1'), { versionKey: '1-java', variantOf: '1' }, true],
    [denying('1-java'), { versionKey: '1-java', variantOf: '1' }, true],
    [denying('1-java'), { versionKey: '1', variantOf: null }, false],
    [denying('1-java'), { versionKey: '1-jruby', variantOf: '1' }, false],
    [{ cool_down_hours: 13 }, {}, true],
    [{ cool_down_hours: 12 }, {}, false],
  ])('%j with %j holds: %s', (policy, changes, isHeld) => {
    expect(rulesOf(policy, changes)).toEqual(isHeld ? Object.keys(policy) : []);
  });

  test('ends by itself when nothing but time is in the way', () => {
    const cooling = violationsOf({ cool_down_hours: 24 }, facts, now);

    expect(endsByItself(cooling)).toBe(true);
    expect(endsByItself(violationsOf({ cool_down_hours: 24, max_bytes: 1 }, facts, now))).toBe(false);
    expect(endsByItself([])).toBe(false);
  });

  test('is refused with an unknown member', () => {
    expect(Schema.safeParse({ min_severty: 'high' }).success).toBe(false);
    expect(Schema.safeParse({ cool_down_hours: 0 }).success).toBe(false);
    expect(Schema.safeParse({ upload_window_days: 0 }).success).toBe(false);
  });

  test('that refuses at upload holds nothing', () => {
    const refusing = { upload_window_days: 1, refuse_local_versions: true, allow_token_attestations: false };

    expect(Schema.parse(refusing)).toEqual(refusing);
    expect(rulesOf(refusing)).toEqual([]);
  });
});
