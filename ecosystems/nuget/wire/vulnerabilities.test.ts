import { expect, test } from 'vitest';
import type { Advisory, AffectedPackage } from '../../../domain/advisory.ts';
import { parseRange } from '../format/range.ts';
import { vulnerabilityPage } from './vulnerabilities.ts';

function advisory(
  id: string,
  affected: Partial<AffectedPackage>[],
  change: Partial<Advisory> = {},
): Advisory {
  return {
    number: 1,
    id,
    aliases: [],
    summary: '',
    details: '',
    severity: 'high',
    cvss: null,
    cwes: [],
    url: `https://example.com/${id}`,
    references: [],
    modifiedAt: new Date(0),
    withdrawnAt: null,
    affected: affected.map((pkg) => ({ name: 'Probe', nameKey: 'probe', ranges: [], versions: [], ...pkg })),
    ...change,
  };
}

test('ranges are intervals by id, highest end first, and every one can be read by a client', () => {
  const page = vulnerabilityPage([
    advisory('a', [{ ranges: [[{ introduced: '0' }, { fixed: '1.0.1' }]] }]),
    advisory('b', [{ ranges: [[{ introduced: '2.0.0-Beta' }, { lastAffected: '2.1' }]] }], {
      severity: 'critical',
    }),
    advisory('c', [
      { ranges: [[{ introduced: '3.0.0' }]] },
      { nameKey: 'other', versions: ['1.0.0.0', '4.0.0.1'] },
    ]),
  ]) as Record<string, { versions: string }[]>;

  expect(page).toEqual({
    other: [
      { severity: 2, url: 'https://example.com/c', versions: '[4.0.0.1, 4.0.0.1]' },
      { severity: 2, url: 'https://example.com/c', versions: '[1.0.0, 1.0.0]' },
    ],
    probe: [
      { severity: 2, url: 'https://example.com/c', versions: '[3.0.0, )' },
      { severity: 3, url: 'https://example.com/b', versions: '[2.0.0-beta, 2.1.0]' },
      { severity: 2, url: 'https://example.com/a', versions: '(, 1.0.1)' },
    ],
  });
  expect(Object.keys(page)).toEqual(['other', 'probe']);
  for (const { versions } of Object.values(page).flat()) expect(() => parseRange(versions)).not.toThrow();
});

test.each([
  ['info', 0],
  ['low', 0],
  ['medium', 1],
  ['high', 2],
  ['critical', 3],
  [null, 1],
] as const)('severity %s is the number %d', (severity, number) => {
  const page = vulnerabilityPage([advisory('a', [{ ranges: [[{ introduced: '0' }]] }], { severity })]);

  expect(page).toEqual({ probe: [{ severity: number, url: 'https://example.com/a', versions: '(, )' }] });
});

test.each([
  ['without advisories', []],
  ['of advisories that say nothing that can be matched', [advisory('a', [{ versions: ['none'] }])]],
])('a page %s is an empty list', (_what, advisories) => {
  expect(vulnerabilityPage(advisories)).toEqual([]);
});
