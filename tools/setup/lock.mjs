import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 500;
const noticeMs = 10_000;

/**
 * Runs `work` while no other process on this machine holds the lock. The lock file names its holder; the lock of a
 * dead holder is taken over.
 * @param {string} path
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @template T
 */
export async function holdLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  let waitedMs = 0;
  while (!tryLock(path)) {
    if (waitedMs % noticeMs === 0) process.stdout.write(`setup: waiting for another set-up (${path})\n`);
    await delay(pollMs);
    waitedMs += pollMs;
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function tryLock(path) {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isHeld(path)) return false;
    rmSync(path, { force: true });
    return tryLock(path);
  }
}

function isHeld(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    // The file was just created and is still empty: its holder is alive.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
