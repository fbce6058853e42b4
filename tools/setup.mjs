/**
 * Shared by `prestart` and `pretest`: installs missing packages and makes sure that a Temporal server can start.
 * Plain JavaScript without dependencies, because it runs on the user's Node before packages are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { holdLock } from './setup/lock.mjs';
import { installPackages, isInstalled, rememberInstalled } from './setup/packages.mjs';
import { repairInstallScripts } from './setup/repair.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ourNode = join(root, 'node_modules', '.bin', 'node');

async function main() {
  refuseOldNode();
  if (!isInstalled(root) || !existsSync(ourNode)) {
    await holdLock(join(root, 'build', 'setup.lock'), async () => {
      if (!isInstalled(root)) await installPackages(root);
      repairInstallScripts(root);
      rememberInstalled(root);
    });
  }
  runStep('tools/temporal/ensure-main.ts');
  runStep('activities/bundle.ts');
  runStep('engine/compile.ts');
  runStep('portal/build.ts');
}

/** Runs a step on our own Node, as it needs the installed packages. */
function runStep(script) {
  const step = spawnSync(ourNode, [join(root, script)], {
    stdio: ['inherit', 'inherit', 'inherit'],
    // Node's fetch ignores HTTPS_PROXY without this variable.
    env: { NODE_USE_ENV_PROXY: '1', ...process.env },
  });
  if (step.error !== undefined) throw step.error;
  if (step.status !== 0) throw new Error(`${script} ended with ${step.status ?? step.signal}`);
}

function refuseOldNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new Error(`Node 20 or newer is needed to set up, this is ${process.version}`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`setup: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
