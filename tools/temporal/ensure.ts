import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { holdLock } from '../setup/lock.mjs';
import { probeBinary, type TemporalBinary } from './binary.ts';
import { buildTemporal } from './build.ts';
import { cacheFolder, ourRecipe } from './cache.ts';
import { downloadTemporal } from './download.ts';

export interface EnsureTemporal {
  env: NodeJS.ProcessEnv;
  /** Gets one line when a step takes long or fails. */
  report: (line: string) => void;
}

const wayOut =
  'no Temporal server: the official download is out of reach and Go (https://go.dev/dl) did not build one.\n' +
  'Install the Temporal CLI (https://docs.temporal.io/cli) so that `temporal` is on PATH, or set TEMPORAL_ADDRESS to a running server.';

/**
 * A server binary, first match wins: `TEMPORAL_CLI`, `temporal` on PATH, the cache, the official download,
 * a build with Go. The last two fill the cache.
 * @throws Error in two lines with the remedy
 */
export async function ensureTemporal({ env, report }: EnsureTemporal): Promise<TemporalBinary> {
  const ready = await findTemporal(env, report);
  if (ready !== undefined) return ready;
  const { key, version } = ourRecipe();
  const folder = cacheFolder(key, env);
  createCache(folder);
  return holdLock(join(folder, 'lock'), async () => {
    // Another process may have finished while this one waited for the lock.
    const cached = await probeBinary(join(folder, 'temporal'));
    return cached ?? (await obtain(folder, version, report));
  });
}

function createCache(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Error(
      `${folder} can not be created to keep a Temporal server: set ROOKERY_CACHE to a writable folder`,
      {
        cause: error,
      },
    );
  }
}

/** The installed or cached binary; never downloads or builds. */
async function findTemporal(
  env: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<TemporalBinary | undefined> {
  const chosen = env['TEMPORAL_CLI'];
  if (chosen !== undefined && chosen !== '') {
    const binary = await probeBinary(chosen);
    if (binary === undefined) report(`TEMPORAL_CLI (${chosen}) does not run or is too old`);
    else return binary;
  }
  return (
    (await probeBinary('temporal')) ??
    (await probeBinary(join(cacheFolder(ourRecipe().key, env), 'temporal')))
  );
}

/**
 * Writes the binary under another name and renames it after a successful run: the cache never has an incomplete
 * binary.
 */
async function obtain(
  folder: string,
  version: string,
  report: (line: string) => void,
): Promise<TemporalBinary> {
  const target = join(folder, 'temporal');
  const fresh = join(folder, `temporal.${process.pid}`);
  removeUnfinished(folder);
  try {
    for (const attempt of [
      { what: 'downloading it', work: () => downloadTemporal(version, fresh) },
      {
        what: 'building it with Go (about 5 minutes on two cores)',
        work: () => buildTemporal(fresh, report),
      },
    ]) {
      report(`a Temporal server is needed once: ${attempt.what}`);
      if (!(await succeeds(attempt.work, report))) continue;
      const binary = await probeBinary(fresh);
      if (binary === undefined) continue;
      renameSync(fresh, target);
      return { ...binary, path: target };
    }
  } finally {
    rmSync(fresh, { force: true });
  }
  throw new Error(wayOut);
}

/** Removes remains of a killed set-up; the caller holds the lock, so no other process writes these files. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('temporal.')) rmSync(join(folder, name), { force: true });
  }
}

async function succeeds(work: () => Promise<void>, report: (line: string) => void): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    report(reasonOf(error));
    return false;
  }
}

/** The network error, which `fetch` hides in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
