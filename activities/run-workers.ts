import type { Worker } from '@temporalio/worker';
import type { Logger } from '../config/logging.ts';

/** Runs workers until the process has to stop or its supervisor goes away; in-flight steps finish first. */
export async function runUntilStopped(workers: Worker[], log: Logger, onStop: () => void): Promise<void> {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    onStop();
    // one that failed has ended by itself
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop);
  // listening for its end must not keep the process alive after its workers have drained
  process.channel?.unref();
  log.info({ workers: workers.length }, 'worker ready');
  process.send?.({ kind: 'ready' });
  try {
    await Promise.all(workers.map((worker) => worker.run()));
  } finally {
    stop();
  }
}
