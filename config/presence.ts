import { randomUUID } from 'node:crypto';
import { rendererVersion } from '../rendering/version.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { aliveSeconds, endProcess, forgetProcesses, renewProcess } from '../store/postgres/processes.ts';
import type { Logger } from './logging.ts';

const renewalsInTime = 4;

/** Says in the database that this process and its version are alive, until it is disposed of. */
export async function joinProcesses(
  pool: Pool,
  { role, version }: { role: string; version: string },
  log: Pick<Logger, 'warn'>,
): Promise<AsyncDisposable> {
  const own = { id: randomUUID(), role, version, rendererVersion };
  await renewProcess(pool, own);
  await forgetProcesses(pool);
  const timer = setInterval(
    () => {
      renewProcess(pool, own).catch((err: unknown) => log.warn({ err }, 'presence not renewed'));
    },
    (aliveSeconds / renewalsInTime) * 1_000,
  );
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // without the database it counts as alive for a minute
      await endProcess(pool, own.id).catch(() => undefined);
    },
  };
}
