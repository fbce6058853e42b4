import { expect, it } from 'vitest';
import { readForm } from '../../form.ts';
import { languageOf } from '../../language.ts';
import { readPolicy } from './read.ts';

const { t } = languageOf('en');
const read = (fields: [string, string][]) => readPolicy(readForm(new URLSearchParams(fields), t), t);

it('says nothing where nothing is filled in', () => {
  const empty: [string, string][] = [
    ['min_severity', 'none'],
    ['allow_token_attestations', 'none'],
    ['max_bytes', ''],
    ['allowed_licenses', ' \r\n '],
    ['denied_packages', ''],
  ];
  expect(read(empty)).toEqual({});
  expect(read([])).toEqual({});
});

it('reads every kind of field', () => {
  const fields: [string, string][] = [
    ['min_severity', 'high'],
    ['finding_kinds', 'malware'],
    ['finding_kinds', 'archive_bomb'],
    ['denied_licenses', 'GPL-3.0-only\r\n\r\n AGPL-3.0-only '],
    ['require_signature', 'on'],
    ['max_bytes', '1000'],
    ['require_approval', 'two_person'],
    ['denied_packages', 'npm left-pad 1.0.0 # broken\nmaven org.acme:left'],
    ['allow_token_attestations', 'no'],
  ];
  expect(read(fields)).toEqual({
    min_severity: 'high',
    finding_kinds: ['malware', 'archive_bomb'],
    denied_licenses: ['GPL-3.0-only', 'AGPL-3.0-only'],
    require_signature: true,
    max_bytes: 1_000,
    require_approval: 'two_person',
    denied_packages: [
      { ecosystem: 'npm', name: 'left-pad', versions: ['1.0.0'], reason: 'broken' },
      { ecosystem: 'maven', name: 'org.acme:left' },
    ],
    allow_token_attestations: false,
  });
});

it('tells an empty list of licences from none', () => {
  expect(read([['no_other_licenses', 'on']])).toEqual({ allowed_licenses: [] });
});

it.each([
  ['cool_down_hours', '721'],
  ['upload_window_days', '0'],
  ['max_bytes', '1.5'],
  ['min_severity', 'awful'],
  ['finding_kinds', 'weather'],
  ['denied_packages', 'left-pad'],
  ['denied_licenses', 'x'.repeat(101)],
])('refuses %s: %s', (name, value) => {
  expect(() => read([[name, value]])).toThrow(
    expect.objectContaining({
      meta: expect.objectContaining({ errors: [expect.objectContaining({ path: name })] }),
    }),
  );
});
