import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const stampName = '.rookery-installed';
const noticeMs = 10_000;

/**
 * Whether `node_modules` agrees with the lock file, by a stamp; without a stamp (after a manual `npm ci`) by npm's
 * own record of the installed tree.
 * @param {string} root
 */
export function isInstalled(root) {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return false;
  if (readText(join(modules, stampName)) === stampOf(root)) return true;
  return matchesLock(root);
}

/** @param {string} root */
export function rememberInstalled(root) {
  writeFileSync(join(root, 'node_modules', stampName), stampOf(root));
}

function stampOf(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

function matchesLock(root) {
  const installed = readText(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  const present = JSON.parse(installed).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    return found === undefined ? entry.optional === true : found.version === entry.version;
  });
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Runs `npm ci` and reports progress every ten seconds. Always includes development and optional packages,
 * independent of NODE_ENV: the tests and the embedded database are among them.
 * @param {string} root
 */
export async function installPackages(root) {
  process.stdout.write('setup: installing packages (about a minute the first time)\n');
  const started = Date.now();
  const notice = setInterval(() => {
    process.stdout.write(`setup: installing packages, ${Math.round((Date.now() - started) / 1000)} s\n`);
  }, noticeMs);
  try {
    await runNpm(root, [
      'ci',
      '--include=dev',
      '--include=optional',
      '--loglevel=error',
      '--no-fund',
      '--no-audit',
    ]);
  } finally {
    clearInterval(notice);
  }
}

function runNpm(root, args) {
  const { file, prefix } = npmCommand();
  return new Promise((resolve, reject) => {
    const npm = spawn(file, [...prefix, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    npm.on('error', () => reject(new Error('npm could not be started: is it on PATH?')));
    npm.on('close', (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Error(`npm ci failed with exit code ${code}; its messages are above`));
    });
  });
}

/** The command of the Node that runs npm, not ours: `npm ci` deletes ours while it runs. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith('.js') && node !== undefined && existsSync(node))
    return { file: node, prefix: [script] };
  return { file: 'npm', prefix: [] };
}
