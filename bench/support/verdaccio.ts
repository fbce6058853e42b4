import { execFile, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/free-port.ts';

const run = promisify(execFile);
const version = '6.8.0';

export interface Verdaccio extends AsyncDisposable {
  url: string;
  token: string;
  /** The folder of the storage: one folder per package, with its document as `package.json`. */
  storage: string;
}

/** The peer of the npm bench, in a separate process with an empty storage. */
export async function startVerdaccio(): Promise<Verdaccio> {
  const program = await install();
  const folder = await mkdtemp(join(tmpdir(), 'rookery-verdaccio-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const configuration = join(folder, 'config.yaml');
  await writeFile(configuration, configure(folder));
  const child = spawn(
    process.execPath,
    [program, '--config', configuration, '--listen', `127.0.0.1:${port}`],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  );
  await eventually(async () => (await fetch(`${url}/-/ping`)).arrayBuffer(), { withinMs: 60_000 });
  return {
    url,
    token: await register(url),
    storage: join(folder, 'storage'),
    async [Symbol.asyncDispose]() {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a configuration without uplinks and logs, Verdaccio's best case. */
function configure(folder: string): string {
  return [
    `storage: ${JSON.stringify(join(folder, 'storage'))}`,
    'max_body_size: 1gb',
    'web: { enable: false }',
    `auth: { htpasswd: { file: ${JSON.stringify(join(folder, 'htpasswd'))}, max_users: 10 } }`,
    'uplinks: {}',
    "packages: { '**': { access: $all, publish: $authenticated, unpublish: $authenticated } }",
    'userRateLimit: { max: 1000000 }',
    'log: { type: stdout, format: json, level: fatal }',
    '',
  ].join('\n');
}

async function register(url: string): Promise<string> {
  const user = {
    name: 'bench',
    password: 'bench-bench',
    email: 'bench@example.com',
    type: 'user',
    roles: [],
  };
  const response = await fetch(`${url}/-/user/org.couchdb.user:bench`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`verdaccio: ${response.status}`);
  return token;
}

/** Installs Verdaccio once per machine into our cache. */
async function install(): Promise<string> {
  const cache = join(homedir(), '.cache/rookery/clients');
  const folder = join(cache, `verdaccio-${version}`);
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  if (await isThere(program)) return program;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  // older versions print deprecation warnings at every start
  const manifest = {
    private: true,
    dependencies: { verdaccio: version },
    overrides: { 'node-fetch': '2.7.0' },
  };
  await writeFile(join(draft, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: draft,
  });
  await rename(draft, folder);
  return program;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
