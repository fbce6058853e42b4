import { expect, test } from 'vitest';
import { isHopeless, readFailures } from './failures-so-far.ts';

test.each([
  [{ faults: 4, deaths: 19 }, false],
  [{ faults: 5, deaths: 0 }, true],
  [{ faults: 0, deaths: 20 }, true],
])('%j is hopeless: %j', (failures, expected) => {
  expect(isHopeless(failures)).toBe(expected);
});

test.each([
  ['nothing', undefined, { faults: 0, deaths: 0 }],
  ['null', null, { faults: 0, deaths: 0 }],
  ['something else', 3, { faults: 0, deaths: 0 }],
  ['both', { faults: 2, deaths: 1 }, { faults: 2, deaths: 1 }],
])('%s is read from a heartbeat', (_, details, expected) => {
  expect(readFailures(details)).toEqual(expected);
});
