import { expect, test } from 'vitest';
import { type Entry, minify } from './minify.ts';

/** The reading of clients: an absent member has the value of the previous version. */
function expand(minified: readonly Entry[]): Entry[] {
  let known: Record<string, unknown> = {};
  return minified.map((entry, index) => {
    const next = index === 0 ? {} : { ...known };
    for (const [name, value] of Object.entries(entry)) {
      if (value === '__unset') delete next[name];
      else next[name] = value;
    }
    known = next;
    return { ...next };
  });
}

/** Pseudo-random numbers: equal for equal seeds. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

const values: readonly unknown[] = [
  'a',
  '',
  0,
  false,
  [],
  ['x'],
  {},
  { php: '>=8' },
  { php: '>=8', 'ext-x': '*' },
];

test.each(Array.from({ length: 200 }, (_, index) => index + 1))(
  'expands to what it was made of: %i',
  (seed) => {
    const next = numbers(seed);
    const versions = Array.from({ length: 1 + next(12) }, (_, index): Entry => {
      const members = ['require', 'license', 'type', 'bin'].flatMap((name) =>
        next(3) === 0 ? [] : [[name, values[next(values.length)]]],
      );
      return { name: 'acme/probe', version: `1.${index}`, ...Object.fromEntries(members) };
    });

    expect(expand(minify(versions))).toEqual(versions);
  },
);

test('has of the following versions only what differs', () => {
  const first = { name: 'acme/probe', version: '1.1', require: { php: '>=8' }, bin: ['x'] };

  expect(minify([first, { name: 'acme/probe', version: '1.0', require: { php: '>=8' } }])).toEqual([
    first,
    { version: '1.0', bin: '__unset' },
  ]);
  expect(minify([])).toEqual([]);
});
