import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  readlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../domain/token.ts';
import { nodeOptions } from '../../config/node-options.ts';

const root = join(import.meta.dirname, '../..');
const id = 'tenth';
/** Folders to leave out: they have no sources, or are large (caches, results, data). */
const skipped = new Set(['.git', '.cache', '.rookery', 'build', 'coverage']);

let copy: string;
beforeAll(async () => {
  await mkdir(join(root, 'build'), { recursive: true });
  copy = await mkdtemp(join(root, 'build', 'tenth-'));
  // if this user is root, the database runs as another user
  await chmod(copy, 0o755);
  await linkTree(root, copy);
  await addTenth();
}, 300_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Makes hard links instead of copies: the same files below another root, where the sandbox may read them. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (skipped.has(entry.name) && (from === root || entry.name === '.cache')) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target);
  }
}

/** Adds the tenth ecosystem: one folder and one line. */
async function addTenth(): Promise<void> {
  const isOurs = (path: string) => !path.endsWith('.deep.test.ts');
  // scripts of pages, which the set-up built
  await cp(join(root, 'build', 'portal'), join(copy, 'build', 'portal'), { recursive: true });
  await cp(import.meta.dirname, join(copy, 'ecosystems', id), { recursive: true, filter: isOurs });
  const served = join(copy, 'ecosystems/served.ts');
  const text = await readFile(served);
  // removed first, because the file is a hard link to ours
  await rm(served);
  await appendFile(served, text);
  await appendFile(served, `export { ${id} } from './${id}/index.ts';\n`);
}

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const env = { ...Object.fromEntries(inherited), ...environment };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...nodeOptions, ...args],
      { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${stdout}\n${stderr}`, { cause: error }));
        else resolve(stdout);
      },
    );
  });
}

const vitest = (...args: string[]) =>
  run(['node_modules/vitest/vitest.mjs', 'run', ...args], { ONLY_ECOSYSTEM: id, NO_COLOR: '1' });

test('it follows the rules of ecosystems and their imports', async () => {
  const said = await vitest(
    '--project=unit',
    'ecosystems/tenth',
    'ecosystems/imports.test.ts',
    'cli/configure',
  );

  expect(said).toMatch(/Test Files +3 passed/);
});

test('rookery configure writes the file of its client', async () => {
  const home = await mkdtemp(join(copy, 'home-'));
  const { secret: token } = createToken();
  const options = ['--token', token, '--url', 'https://packages.test', '--home', home, '--yes'];

  await run(['cli/main.ts', 'configure', 'kit', '--kits', 'box-*', ...options]);

  const written = await readFile(join(home, '.kitrc'), 'utf8');
  expect(written).toBe(`token=${token}\nregistry=https://packages.test/tenth box-*\n`);
});

test('it is served, authorized, counted and hidden as every other', async () => {
  const said = await vitest(
    '--project=integration',
    '--project=deep',
    'test/security/native-authorization.test.ts',
    'test/security/advertised-auth.deep.test.ts',
    'test/security/sweep.deep.test.ts',
    'test/integration/security-headers.test.ts',
    'test/integration/hidden-versions-in-search.test.ts',
    'test/integration/token-quotas.test.ts',
  );

  expect(said).toMatch(/Test Files +6 passed/);
}, 600_000);
