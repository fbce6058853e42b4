import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { makeCrate, uniqueName } from '../../support/crates.ts';
import { emptySeries, type Figures, note, noteFailure } from './figures.ts';

/**
 * A bystander, in its own thread: the work of building hostile requests must not look like a slow server. It sends
 * requests until it is stopped, and publishes once after that.
 */
export interface BystanderData {
  url: string;
  /** The bystander's token. */
  token: string;
  /** Process ids by role. */
  pids: Record<string, number>;
}

interface Answered {
  status: number;
  retryAfterSeconds: number | undefined;
}

const { url, token, pids } = workerData as BystanderData;
/** An address that no attacker uses, where the system has one. */
const from = process.platform === 'linux' ? { localAddress: '127.0.0.3' } : {};
const lasting = new Agent({ keepAlive: true });
const passing = new Agent({ keepAlive: false });
const health = emptySeries();
const publish = emptySeries();
const memory: Record<string, number> = {};
/** A request that takes longer is given up and counts as a failure. */
const patienceMs = 60_000;
const told = new AbortController();

/** @throws Error with the system's error code if there is no answer */
function ask(method: string, path: string, body?: Buffer, agent = lasting): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = body && { authorization: token, 'content-length': body.length };
    const asking = request(`${url}${path}`, { ...from, method, agent, headers, timeout: patienceMs });
    asking.on('response', (response) => {
      const given = Number(response.headers['retry-after'] ?? Number.NaN);
      const retryAfterSeconds = Number.isNaN(given) ? undefined : given;
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, retryAfterSeconds }));
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.on('timeout', () => asking.destroy(new Error('no answer')));
    asking.end(body);
  });
}

/** Every second request opens a new connection: a new client has to get one as well. */
async function askHealth(agent: Agent): Promise<void> {
  const begun = performance.now();
  try {
    const { status } = await ask('GET', '/health', undefined, agent);
    if (status !== 200) noteFailure(health, String(status));
  } catch (error) {
    noteFailure(health, nameOf(error));
  }
  note(health, begun);
}

async function keepAsking(): Promise<void> {
  while (!told.signal.aborted) {
    await askHealth(lasting);
    await askHealth(passing);
    await pause(25);
  }
}

/** One name for all versions: new names have their own rate limit. */
const name = uniqueName();

/** Publishes as a client that obeys Retry-After; the waits count as its time. */
async function publishOne(): Promise<void> {
  const crate = await makeCrate({ name, version: `1.0.${publish.count}` });
  const begun = performance.now();
  try {
    await publishPatiently(crate.body, begun + patienceMs);
  } catch (error) {
    noteFailure(publish, nameOf(error));
  }
  note(publish, begun);
}

async function publishPatiently(body: Buffer, until: number): Promise<void> {
  const { status, retryAfterSeconds = 1 } = await ask('PUT', '/cargo/api/v1/crates/new', body);
  if (status === 200) return;
  if (status !== 503 && status !== 429) throw new Error(String(status));
  publish.refused += 1;
  if (performance.now() + retryAfterSeconds * 1_000 > until) throw new Error(`${status} for too long`);
  await pause(retryAfterSeconds * 1_000);
  return publishPatiently(body, until);
}

async function keepPublishing(): Promise<void> {
  while (!told.signal.aborted) {
    await publishOne();
    await pause(100);
  }
  await publishOne();
}

function nameOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}

async function keepWeighing(): Promise<void> {
  while (!told.signal.aborted) {
    for (const [role, pid] of Object.entries(pids)) memory[role] = Math.max(memory[role] ?? 0, heldBy(pid));
    await pause(50);
  }
}

/** Resident bytes; 0 if the system does not report them, or the process has ended. */
function heldBy(pid: number): number {
  try {
    const [, kibibytes = '0'] =
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return childrenOf(pid).reduce((bytes, child) => bytes + heldBy(child), Number(kibibytes) * 1_024);
  } catch {
    return 0;
  }
}

/** The child processes to which a process gives untrusted work. */
function childrenOf(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return pids === '' ? [] : pids.split(' ').map(Number);
}

parentPort?.once('message', () => told.abort());
await Promise.all([keepAsking(), keepPublishing(), keepWeighing()]);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage({ health, publish, memory } satisfies Figures);
