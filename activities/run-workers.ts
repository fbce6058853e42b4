import type { Worker } from '@temporalio/worker';
import type { Logger } from '../config/logging.ts';
import { repeat } from './background.ts';

const lookEveryMs = 10_000;

interface Stopping {
  onStop(): void;
  /** Why this process can't continue, in a sentence; null while it can. */
  findEnd(): Promise<string | null>;
  lookMs?: number;
}

/**
 * Runs workers until the process has to stop or its supervisor goes away; in-flight steps finish first.
 * @throws Error when it can't continue: a supervisor restarts it, and the start is refused until the reason is gone
 */
export async function runUntilStopped(
  workers: readonly Worker[],
  log: Pick<Logger, 'info' | 'warn'>,
  { onStop, findEnd, lookMs = lookEveryMs }: Stopping,
): Promise<void> {
  let isStopping = false;
  let end: string | null = null;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    onStop();
    // a failed worker has already ended by itself
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop);
  // the listener of `disconnect` must not keep the process alive after its workers have drained
  process.channel?.unref();
  log.info({ workers: workers.length }, 'worker ready');
  process.send?.({ kind: 'ready' });
  const look = async () => {
    end ??= await findEnd();
    if (end !== null) stop();
    return 0;
  };
  try {
    await using _look = repeat(look, 'whether this process can go on is not known', log, lookMs);
    await Promise.all(workers.map((worker) => worker.run()));
  } finally {
    stop();
  }
  if (end !== null) throw new Error(end);
}
