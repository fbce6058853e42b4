import { rendererVersion } from '../rendering/version.ts';
import type { Pool } from '../store/postgres/pool.ts';
import {
  aliveSeconds,
  endProcess,
  forgetProcesses,
  type OwnProcess,
  renewProcess,
} from '../store/postgres/processes.ts';
import type { Logger } from './logging.ts';

const renewalsInTime = 4;

/** Records in the database that this process and its version are alive, until disposal. */
export async function joinProcesses(
  pool: Pool,
  { id, role, version }: Omit<OwnProcess, 'rendererVersion'>,
  log: Pick<Logger, 'warn'>,
): Promise<AsyncDisposable> {
  const own = { id, role, version, rendererVersion };
  await renewProcess(pool, own);
  // the scanner's database role may not delete rows
  if (role === 'worker') await forgetProcesses(pool);
  let renewal: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      renewal = renewProcess(pool, own).catch((err: unknown) => log.warn({ err }, 'presence not renewed'));
    },
    (aliveSeconds / renewalsInTime) * 1_000,
  );
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await renewal;
      // without the database, the process counts as alive for another minute
      await endProcess(pool, own.id).catch(() => undefined);
    },
  };
}
