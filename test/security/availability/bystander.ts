import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { publishCrate } from '../../support/cargo.ts';
import { makeCrate, uniqueName } from '../../support/crates.ts';
import type { Figures, Series } from './figures.ts';

/**
 * Somebody else, on a thread of their own: building hostile requests must not look like a slow server. Asks until it is
 * told to stop, and publishes once more after that.
 */
export interface BystanderData {
  url: string;
  /** Of somebody who is no party to it. */
  token: string;
  /** Processes by their role. */
  pids: Record<string, number>;
}

const { url, token, pids } = workerData as BystanderData;
const agent = new Agent({ keepAlive: true });
const health: Series = { count: 0, slowestMs: 0 };
const publish: Series = { count: 0, slowestMs: 0 };
const memory: Record<string, number> = {};
/** A publish that never ends is over when it was too long by far. */
const patienceMs = 60_000;
const told = new AbortController();

function note(series: Series, begun: number): void {
  series.count += 1;
  series.slowestMs = Math.max(series.slowestMs, performance.now() - begun);
}

function askHealth(): Promise<void> {
  return new Promise((resolve) => {
    const request = get(`${url}/health`, { agent, timeout: patienceMs }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    request.on('error', () => resolve());
    request.on('timeout', () => request.destroy());
  });
}

async function keepAsking(): Promise<void> {
  while (!told.signal.aborted) {
    const begun = performance.now();
    await askHealth();
    note(health, begun);
    await pause(25);
  }
}

/** Of all versions: how many new names somebody brings has a limit of its own. */
const name = uniqueName();

/** As a client does that is told to come back. */
async function publishOne(): Promise<void> {
  const crate = await makeCrate({ name, version: `1.0.${publish.count}` });
  const begun = performance.now();
  while (performance.now() - begun < patienceMs) {
    const answer = await publishCrate({ url, adminToken: token }, crate).catch(() => ({ status: 0 }));
    if (answer.status === 200) break;
    await pause(250);
  }
  note(publish, begun);
}

async function keepPublishing(): Promise<void> {
  while (!told.signal.aborted) {
    await publishOne();
    await pause(100);
  }
  await publishOne();
}

async function keepWeighing(): Promise<void> {
  while (!told.signal.aborted) {
    for (const [role, pid] of Object.entries(pids)) memory[role] = Math.max(memory[role] ?? 0, heldBy(pid));
    await pause(50);
  }
}

/** Resident bytes; 0 where the system does not tell, or the process is gone. */
function heldBy(pid: number): number {
  try {
    const [, kibibytes = '0'] =
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return childrenOf(pid).reduce((bytes, child) => bytes + heldBy(child), Number(kibibytes) * 1_024);
  } catch {
    return 0;
  }
}

/** What a process gives untrusted work to. */
function childrenOf(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return pids === '' ? [] : pids.split(' ').map(Number);
}

parentPort?.once('message', () => told.abort());
await Promise.all([keepAsking(), keepPublishing(), keepWeighing()]);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage({ health, publish, memory } satisfies Figures);
