import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { writePrivate } from './data-folder.ts';
import { identityOf } from './process-identity.ts';

const ProcessRecord = z.object({
  name: z.string(),
  pid: z.number(),
  identity: z.string(),
  stopSignal: z.enum(['SIGTERM', 'SIGINT']),
});
type ProcessRecord = z.infer<typeof ProcessRecord>;

const patienceMs = 15_000;
const pollMs = 50;

/** The children of this run, kept on disk so that the next run can stop the children of a killed supervisor. */
export interface ProcessBook {
  add(name: string, pid: number, stopSignal: ProcessRecord['stopSignal']): void;
  remove(pid: number): void;
}

const fileIn = (dataDir: string) => join(dataDir, 'processes.json');

export function openProcessBook(dataDir: string): ProcessBook {
  const records = new Map<number, ProcessRecord>();
  const save = () => writePrivate(fileIn(dataDir), JSON.stringify([...records.values()], null, 2));
  return {
    add(name, pid, stopSignal) {
      const identity = identityOf(pid);
      if (identity === undefined) return;
      records.set(pid, { name, pid, identity, stopSignal });
      save();
    },
    remove(pid) {
      if (records.delete(pid)) save();
    },
  };
}

/** Stops the remaining processes of an earlier supervisor by pid, each only if its identity has not changed. */
export async function stopLeftovers(dataDir: string, say: (text: string) => void): Promise<void> {
  const running = readRecords(dataDir).filter(isRunning);
  for (const { name, pid } of running) say(`stopping ${name} (process ${pid}), left by an earlier run`);
  await Promise.all(running.map(stopProcess));
}

function readRecords(dataDir: string): ProcessRecord[] {
  try {
    return z.array(ProcessRecord).parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return [];
  }
}

type KnownProcess = Omit<ProcessRecord, 'name'>;

function isRunning(record: KnownProcess): boolean {
  return identityOf(record.pid) === record.identity;
}

/** Sends the stop signal, after a timeout the last signal; resolves when the process has ended. */
export async function stopProcess(record: KnownProcess): Promise<void> {
  process.kill(record.pid, record.stopSignal);
  for (let waited = 0; waited < patienceMs; waited += pollMs) {
    if (!isRunning(record)) return;
    await delay(pollMs);
  }
  // On SIGQUIT, PostgreSQL stops at once, recovers later and cleans up its children; the other parts have no
  // children.
  process.kill(record.pid, record.stopSignal === 'SIGINT' ? 'SIGQUIT' : 'SIGKILL');
  while (isRunning(record)) await delay(pollMs);
}
