import { expect, it } from 'vitest';
import { findExcess, usualBounds } from './figures.ts';

const fine = {
  health: { count: 10, slowestMs: 20 },
  publish: { count: 2, slowestMs: 900 },
  memory: { api: 100, worker: 100, scanner: 100 },
};

it('each bound that does not hold is named', () => {
  expect(findExcess(fine, usualBounds)).toEqual([]);
  expect(
    findExcess(
      {
        health: { count: 1, slowestMs: 4_800 },
        publish: { count: 0, slowestMs: 60_000 },
        memory: { ...fine.memory, api: 2 ** 31 },
      },
      usualBounds,
    ),
  ).toEqual([
    '/health took 4800 ms',
    'a publish took 60000 ms',
    'nobody was answered',
    'the api held 2048 MiB',
  ]);
});
