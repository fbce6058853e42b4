import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { identityOf } from './process-identity.ts';

const Holder = z.object({ pid: z.number(), identity: z.string() });

/**
 * Takes the lock of a data folder for this process. A stale lock is taken over: its holder is gone, or another
 * program has its pid now.
 * @returns a function that releases the lock
 * @throws Error if a live supervisor has the lock
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'supervisor.lock');
  const own = `${path}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) ?? '' }), {
    mode: 0o600,
  });
  try {
    // Linking a complete file is atomic: no process ever reads half a lock.
    while (!linked(own, path)) {
      refuseLiveHolder(path, dataDir);
      // The lock is moved before its removal, and checked again: another process may just have taken it over.
      renameIfThere(path, `${own}.old`);
      restoreIfLive(`${own}.old`, path);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(path, { force: true });
}

function refuseLiveHolder(path: string, dataDir: string): void {
  const holder = liveHolder(path);
  if (holder === undefined) return;
  throw new Error(
    `another supervisor (process ${holder}) runs on ${dataDir}; stop it or choose another --data-dir`,
  );
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

function restoreIfLive(aside: string, path: string): void {
  if (liveHolder(aside) !== undefined) linked(aside, path);
  rmSync(aside, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function linked(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function liveHolder(path: string): number | undefined {
  try {
    const holder = Holder.parse(JSON.parse(readFileSync(path, 'utf8')));
    return identityOf(holder.pid) === holder.identity ? holder.pid : undefined;
  } catch {
    return undefined;
  }
}
