import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The last release before this tree: the one that it has to run beside. */
export const previousCommit = readFileSync(join(import.meta.dirname, 'previous-commit'), 'utf8').trim();

/** The steps of the set-up that make what its roles load. */
const steps = ['activities/bundle.ts', 'engine/compile.ts', 'portal/build.ts'];

/**
 * The folder of the previous release, ready for `startRole(role, environment, folder)` and for its own `bin/rookery`: its
 * sources with our packages. Made once in `build/`, which takes some 20 seconds. Undefined in a shallow clone whose origin
 * does not have the commit.
 */
export function makePreviousVersion(): string | undefined {
  const folder = join(root, 'build', `previous-${previousCommit.slice(0, 12)}-roles`);
  if (existsSync(join(folder, 'build', 'ready'))) return folder;
  if (!hasCommit()) return undefined;
  const making = `${folder}.${process.pid}`;
  const packages = join(making, 'node_modules');
  mkdirSync(packages, { recursive: true });
  const sources = execFileSync('git', ['archive', previousCommit], { cwd: root, maxBuffer: 2 ** 30 });
  // runs of this tree's tests would find its tests
  execFileSync('tar', ['-x', '-C', making, '--exclude=*.test.ts'], { input: sources });
  // links of files: the sandbox of its scanner reads below its own folder alone
  execFileSync('cp', ['-al', ...packagesHere(), packages]);
  for (const step of steps) {
    execFileSync(process.execPath, [join(making, step)], { cwd: making, stdio: 'pipe' });
  }
  writeFileSync(join(making, 'build', 'ready'), '');
  try {
    renameSync(making, folder);
  } catch (error) {
    // another process was faster
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(join(folder, 'build', 'ready'))) throw error;
  }
  return folder;
}

/** Without the cache, which running processes write. */
function packagesHere(): string[] {
  const folder = join(root, 'node_modules');
  return readdirSync(folder).flatMap((name) => (name === '.cache' ? [] : [join(folder, name)]));
}

/** Fetches it where a clone has the newest commits alone. */
function hasCommit(): boolean {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, stdio: 'ignore' }).status === 0;
  const isHere = () => git('cat-file', '-e', `${previousCommit}^{commit}`);
  return isHere() || (git('fetch', '--depth', '1', 'origin', previousCommit) && isHere());
}
