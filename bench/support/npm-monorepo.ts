import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireClient } from '../../test/support/npm-clients.ts';
import type { Registry } from './npm-registry.ts';

const run = promisify(execFile);

/** Publishes a workspace with the npm client. Returns the seconds that it took. @throws Error when a package is lost */
export async function publishMonorepo(registry: Registry, stem: string, packages: number): Promise<number> {
  const { command, first } = await requireClient('npm11');
  const folder = await mkdtemp(join(tmpdir(), 'rookery-monorepo-'));
  try {
    await writeMonorepo(folder, registry, stem, packages);
    const env = { PATH: process.env['PATH'], HOME: folder, npm_config_cache: join(folder, 'cache') };
    const begun = performance.now();
    await run(command, [...first, 'publish', '--workspaces'], { cwd: folder, env, maxBuffer: 64 << 20 });
    const seconds = (performance.now() - begun) / 1_000;
    await assertAllThere(registry, stem, packages);
    return seconds;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeMonorepo(folder: string, { url, token }: Registry, stem: string, packages: number) {
  const npmrc = `registry=${url}/\n${url.replace(/^https?:/, '')}/:_authToken=${token}\nupdate-notifier=false\n`;
  await writeFile(join(folder, '.npmrc'), npmrc);
  const root = { name: stem, version: '1.0.0', private: true, workspaces: ['packages/*'] };
  await writeFile(join(folder, 'package.json'), JSON.stringify(root));
  for (let index = 0; index < packages; index += 1) {
    const project = join(folder, 'packages', String(index));
    await mkdir(project, { recursive: true });
    const manifest = { name: `${stem}-${index}`, version: '1.0.0', description: 'bench', license: 'MIT' };
    await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(project, 'index.js'), `module.exports = ${index};\n`);
  }
}

async function assertAllThere({ url }: Registry, stem: string, packages: number): Promise<void> {
  for (let index = 0; index < packages; index += 1) {
    const response = await fetch(`${url}/${stem}-${index}`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${stem}-${index} was lost: ${response.status}`);
  }
}
