import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Addresses, Service } from './addresses.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** The local target of each secret's address. api, worker and the jobs connect through the pooler. */
const ledTo: Readonly<Record<string, Service>> = {
  database_url: 'pooler',
  redis_url: 'redis',
  elasticsearch_url: 'elasticsearch',
};

/** Creates a deployment's secrets by `make-secrets.sh`, with addresses of this machine. */
export async function makeSecrets(folder: string, addresses: Addresses): Promise<void> {
  await run(join(root, 'deploy/compose/make-secrets.sh'), [folder]);
  const change = async (name: string, changed: (text: string) => string, target = name) => {
    const text = changed(await readFile(join(folder, name), 'utf8'));
    // the script's files are read-only
    await writeFile(join(folder, `${target}.new`), text);
    await run('mv', ['-f', join(folder, `${target}.new`), join(folder, target)]);
  };
  /** The address with both hosts, of which clients use the writable one, as in docs/OPERATIONS.md. */
  const both = (text: string) => {
    const hosts = [addresses.of('database-1'), addresses.of('database-2')].map((host) => `${host}:5432`);
    return `${text.replace('postgres:5432', hosts.join())}?target_session_attrs=read-write`;
  };
  await change('database_url', both, 'direct_database_url');
  await change('scanner_database_url', both);
  for (const [name, service] of Object.entries(ledTo)) {
    await change(name, (text) =>
      text.replace(/@(postgres|redis|elasticsearch)(?=:)/, `@${addresses.of(service)}`),
    );
  }
}

export async function readSecret(folder: string, name: string): Promise<string> {
  return (await readFile(join(folder, name), 'utf8')).trim();
}
