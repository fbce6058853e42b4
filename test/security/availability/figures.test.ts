import { expect, it } from 'vitest';
import {
  emptySeries,
  type Figures,
  findExcess,
  findFailures,
  noteFailure,
  reportLine,
  type Series,
  usualBounds,
} from './figures.ts';

const series = (more: Partial<Series>): Series => ({ ...emptySeries(), ...more });
const fine: Figures = {
  health: series({ count: 10, slowestMs: 20 }),
  publish: series({ count: 2, slowestMs: 900 }),
  memory: { api: 100, worker: 100, scanner: 100 },
};

it('each bound that does not hold is named', () => {
  const slow = {
    health: series({ count: 1, slowestMs: 4_800 }),
    publish: series({ count: 1, slowestMs: 60_000 }),
    memory: { ...fine.memory, api: 2 ** 31 },
  };

  expect(findExcess(fine, usualBounds)).toEqual([]);
  expect(findExcess(slow, usualBounds)).toEqual([
    '/health took 4800 ms',
    'a publish took 60000 ms',
    'the api held 2048 MiB',
  ]);
});

it('each missing answer counts, with its cause', () => {
  const health = series({ count: 10 });
  for (const what of ['ECONNREFUSED', '503', 'ECONNREFUSED']) noteFailure(health, what);
  const publish = series({ count: 0, refused: 3 });

  expect(findFailures(fine, usualBounds)).toEqual([]);
  expect(findFailures({ ...fine, health }, usualBounds)).toEqual([
    '/health failed 3 times of 10: 503 (1), ECONNREFUSED (2)',
  ]);
  expect(findFailures({ ...fine, publish }, usualBounds)).toEqual(['no request was answered']);
});

it('requests with a Retry-After are in the report', () => {
  expect(reportLine('probe', { ...fine, publish: series({ refused: 3, slowestMs: 5 }) })).toBe(
    '| probe | 20 | 5 | 3 | 0 | 0 | 0 |',
  );
});
