import { describe, expect, it, test } from 'vitest';
import type { Policy } from './policy.ts';
import { refusalsOf, type SentTo, uploadRulesOf } from './upload-rules.ts';

const firstFileAt = new Date('2026-03-01T12:00:00Z');
const release: SentTo = { name: 'probe', version: '1.0', isLocal: false, firstFileAt };
const sentAt = new Date('2026-03-15T12:00:00Z');

const sentencesOf = (policies: readonly Policy[], changes: Partial<SentTo> = {}, at = sentAt) =>
  refusalsOf(uploadRulesOf(policies), { ...release, ...changes }, at).map(({ message }) => message);

describe('what is sent', () => {
  test.each<[string, Policy[], Partial<SentTo>]>([
    ['without a policy', [], { isLocal: true, firstFileAt: new Date(0) }],
    ['where policies say nothing of it', [{}, { max_bytes: 1 }], { isLocal: true }],
    ['at the end of the window', [{ upload_window_days: 14 }], {}],
    ['as the first file', [{ upload_window_days: 1 }], { firstFileAt: null }],
    ['under a plain version', [{ refuse_local_versions: true }], {}],
    ['under a local version that is not refused', [{ refuse_local_versions: false }], { isLocal: true }],
  ])('%s is taken', (_what, policies, changes) => {
    expect(sentencesOf(policies, changes)).toEqual([]);
  });

  it('a moment after the window is refused, with the window in words', () => {
    expect(sentencesOf([{ upload_window_days: 14 }], {}, new Date(sentAt.getTime() + 1))).toEqual([
      'probe 1.0 takes no more files: its first file came on 2026-03-01, and its policy lets others follow for 14 days',
    ]);
  });

  it('is judged by the shorter of two windows', () => {
    expect(sentencesOf([{ upload_window_days: 30 }, { upload_window_days: 1 }])).toEqual([
      expect.stringMatching(/ for 1 day$/),
    ]);
  });

  it('under a local version is refused where one policy refuses it', () => {
    const policies = [{ refuse_local_versions: false }, { refuse_local_versions: true }];

    expect(sentencesOf(policies, { version: '1.0+cpu', isLocal: true })).toEqual([
      '1.0+cpu is a local version, and the policy of probe refuses these',
    ]);
  });
});

test.each<[readonly (boolean | undefined)[], boolean]>([
  [[], false],
  [[undefined], false],
  [[true], true],
  [[undefined, true], true],
  [[true, true], true],
  [[true, false], false],
  [[false], false],
])('attestations of stored tokens, by policies that say %j: %s', (said, isTaken) => {
  const policies = said.map((each) => (each === undefined ? {} : { allow_token_attestations: each }));

  expect(uploadRulesOf(policies).takesTokenAttestations).toBe(isTaken);
});
