import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BystanderData } from './bystander.ts';
import type { Figures } from './figures.ts';

/** A platform as a client reaches it, with its processes. */
export interface Watched {
  url: string;
  roles: Record<string, { pid: number }>;
}

/** Runs `work`. Returns the figures of a bystander meanwhile. */
export async function watchDuring(
  platform: Watched,
  token: string,
  work: () => Promise<void>,
): Promise<Figures> {
  const pids = Object.fromEntries(Object.entries(platform.roles).map(([role, { pid }]) => [role, pid]));
  const workerData: BystanderData = { url: platform.url, token, pids };
  const bystander = new Worker(join(import.meta.dirname, 'bystander.ts'), { workerData });
  const told = once(bystander, 'message');
  const stop = async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    bystander.postMessage('stop');
    const [figures] = await told;
    await bystander.terminate();
    // the bystander sends no other message
    return figures as Figures;
  };
  try {
    await work();
  } catch (error) {
    await stop();
    throw error;
  }
  return stop();
}
