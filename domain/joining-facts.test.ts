import { expect, test } from 'vitest';
import { factsWith, type JoiningFacts } from './joining-facts.ts';
import type { PolicyFacts } from './policy.ts';

const release: PolicyFacts = {
  ecosystem: 'pypi',
  nameKey: 'probe',
  versionKey: '1.0.0',
  variantOf: null,
  findings: [{ kind: 'secrets_exposed', severity: 'low' }],
  license: 'MIT',
  otherLicenses: [],
  bytes: 100,
  filenames: ['probe-1.0.0.tar.gz'],
  hasSignature: true,
  hasAttestation: true,
  runsScripts: true,
  ranScriptsBefore: false,
  isFirstOfPublisher: true,
  uploadedAt: new Date('2026-03-01T00:00:00Z'),
};
const wheel: JoiningFacts = {
  filename: 'probe-1.0.0-py3-none-any.whl',
  bytes: 50,
  standing: { vouchers: [], installScripts: 0, licenses: ['AGPL-3.0-only'] },
  findings: [{ kind: 'file_type_anomaly', severity: 'medium' }],
  license: 'GPL-3.0-only',
  isFirstOfUploader: false,
  cameAt: new Date('2026-03-02T00:00:00Z'),
};

test('a release without files that join is as it is', () => {
  expect(factsWith(release, [], true)).toBe(release);
});

test('size, names, findings and licenses are those of the release and of the file', () => {
  expect(factsWith(release, [wheel], true)).toMatchObject({
    bytes: 150,
    filenames: ['probe-1.0.0.tar.gz', wheel.filename],
    findings: [...release.findings, ...wheel.findings],
    license: 'MIT',
    joiningLicenses: ['GPL-3.0-only'],
    otherLicenses: ['AGPL-3.0-only'],
  });
});

test('what joins a visible release has to be vouched for itself, and came when it came', () => {
  expect(factsWith(release, [wheel], true)).toMatchObject({
    hasSignature: false,
    hasAttestation: false,
    runsScripts: false,
    ranScriptsBefore: true,
    isFirstOfPublisher: false,
    uploadedAt: wheel.cameAt,
  });
  const attested = { ...wheel, standing: { vouchers: ['attestation' as const], installScripts: 1 } };
  expect(factsWith({ ...release, runsScripts: false }, [attested], true)).toMatchObject({
    hasAttestation: true,
    runsScripts: true,
    ranScriptsBefore: false,
  });
});

test('what waits with a release that no reader sees is judged together with it', () => {
  expect(factsWith(release, [wheel], false)).toMatchObject({
    hasAttestation: false,
    runsScripts: true,
    ranScriptsBefore: false,
    isFirstOfPublisher: true,
    uploadedAt: wheel.cameAt,
  });
  const vouched = { ...wheel, standing: { vouchers: ['attestation' as const], installScripts: 0 } };
  expect(factsWith({ ...release, hasAttestation: false }, [vouched], false).hasAttestation).toBe(false);
});
