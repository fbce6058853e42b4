import type { Worker } from '@temporalio/worker';
import { afterEach, expect, test } from 'vitest';
import { runUntilStopped } from './run-workers.ts';

// a closing server unreferences its channel; without a reference the test process would end during another file
afterEach(() => process.channel?.ref());

const log = { info: () => {}, warn: () => {} };

function idleWorker(): Worker {
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = { getState: () => 'RUNNING', run: () => promise, shutdown: resolve };
  return worker as unknown as Worker;
}

test('workers take no more work once their version can not go on, and the process ends with the reason', async () => {
  const said = [null, null, 'the database no longer has what version 0.2.0 reads'];
  let hasStopped = false;

  const running = runUntilStopped([idleWorker(), idleWorker()], log, {
    onStop: () => {
      hasStopped = true;
    },
    findEnd: async () => said.shift() ?? null,
    lookMs: 1,
  });

  await expect(running).rejects.toThrow('the database no longer has what version 0.2.0 reads');
  expect(hasStopped).toBe(true);
});

test('a look that fails ends nothing', async () => {
  let looks = 0;
  const worker = idleWorker();

  await runUntilStopped([worker], log, {
    onStop: () => {},
    findEnd: async () => {
      looks += 1;
      if (looks === 3) worker.shutdown();
      throw new Error('the database is away');
    },
    lookMs: 1,
  });

  expect(looks).toBeGreaterThanOrEqual(3);
});
