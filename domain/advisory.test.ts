import { describe, expect, test } from 'vitest';
import {
  type AffectedPackage,
  intervalsOf,
  isAffected,
  type RangeEvent,
  versionsOutsideRanges,
} from './advisory.ts';
import { DomainError } from './errors.ts';

/** Dotted numbers, any count. */
const order = {
  canonical(raw: string) {
    if (!/^\d+(\.\d+)*$/.test(raw)) throw new DomainError('invalid_version', 'no version');
    return raw.replace(/(\.0)+$/, '');
  },
  compare(a: string, b: string) {
    const [left, right] = [a, b].map((version) => version.split('.').map(Number));
    for (let at = 0; at < 4; at += 1) {
      const distance = (left?.[at] ?? 0) - (right?.[at] ?? 0);
      if (distance !== 0) return distance;
    }
    return 0;
  },
};

const about = (events: RangeEvent[], versions: string[] = []): AffectedPackage => ({
  name: 'Probe',
  nameKey: 'probe',
  ranges: [events],
  versions,
});

describe('a version is affected', () => {
  test.each<[string, RangeEvent[], string[], string[]]>([
    ['from the beginning', [{ introduced: '0' }, { fixed: '1.2' }], ['0.1', '1.1.9'], ['1.2', '2']],
    ['from the introduction on', [{ introduced: '1' }], ['1.0', '9'], ['0.9']],
    [
      'until the last affected one',
      [{ introduced: '1' }, { lastAffected: '2.1' }],
      ['1', '2.1.0'],
      ['2.1.1'],
    ],
    [
      'in each of several lines',
      [{ introduced: '1' }, { fixed: '1.5' }, { introduced: '2' }, { fixed: '2.3' }],
      ['1.4', '2', '2.2'],
      ['1.5', '1.9', '2.3'],
    ],
    [
      'in whatever order the events come',
      [{ fixed: '2.3' }, { introduced: '2' }, { fixed: '1.5' }, { introduced: '0' }],
      ['0', '1.4', '2.2'],
      ['1.5', '2.3'],
    ],
    [
      'never when it was fixed where it was introduced',
      [{ introduced: '1' }, { fixed: '1' }],
      [],
      ['1', '2'],
    ],
    ['never when only fixes are told', [{ fixed: '1' }], [], ['0.1', '1']],
    ['by no range with a version that is none', [{ introduced: '0' }, { fixed: 'next' }], [], ['0.1', '7']],
  ])('%s', (_when, events, affected, sound) => {
    const verdicts = [...affected, ...sound].map((version) =>
      isAffected(about(events), order.canonical(version), order),
    );

    expect(verdicts).toEqual([...affected.map(() => true), ...sound.map(() => false)]);
  });

  test('when it is named, in any spelling', () => {
    const pkg = about([], ['1.0', 'nonsense']);

    expect([isAffected(pkg, '1', order), isAffected(pkg, '1.1', order)]).toEqual([true, false]);
  });
});

test('intervals are told as they are, and named versions only where no interval has them', () => {
  const pkg = about(
    [{ introduced: '0' }, { fixed: '1.5' }, { introduced: '2' }],
    ['1.1', '1.7.0', '1.6', '1.7', '3'],
  );

  expect(intervalsOf(pkg, order)).toEqual([
    { from: null, until: '1.5', isUntilIncluded: false },
    { from: '2', until: null, isUntilIncluded: false },
  ]);
  expect(versionsOutsideRanges(pkg, order)).toEqual(['1.6', '1.7']);
});
