import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The last release before this tree, which must be able to run beside this tree. */
export const previousCommit = readFileSync(join(import.meta.dirname, 'previous-commit'), 'utf8').trim();

/** The set-up scripts that build what the roles load. */
const steps = ['activities/bundle.ts', 'engine/compile.ts', 'portal/build.ts'];

/**
 * The folder of the previous release, ready for `startRole(role, environment, folder)` and its own `bin/rookery`: its
 * sources with our packages. Built once in `build/`, in about 20 seconds. Undefined in a shallow clone whose origin
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
  // the test runner of this tree would find the tests of the other
  execFileSync('tar', ['-x', '-C', making, '--exclude=*.test.ts'], { input: sources });
  // hard links: the scanner's sandbox reads only below its own folder
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

/** The packages without the cache, to which running processes write. */
function packagesHere(): string[] {
  const folder = join(root, 'node_modules');
  return readdirSync(folder).flatMap((name) => (name === '.cache' ? [] : [join(folder, name)]));
}

/** Fetches the commit in a shallow clone. */
function hasCommit(): boolean {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, stdio: 'ignore' }).status === 0;
  const isHere = () => git('cat-file', '-e', `${previousCommit}^{commit}`);
  return isHere() || (git('fetch', '--depth', '1', 'origin', previousCommit) && isHere());
}
