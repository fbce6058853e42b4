import { chmod, chown, copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Authority } from './certificates.ts';
import { query } from './database.ts';
import { eventually } from './eventually.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

/** A role that authenticates with a certificate instead of a password. */
export const certifiedRole = 'certified';

/** A server that accepts only encrypted connections, as `localhost`, with a certificate of this authority. */
export async function startTlsPostgres(authority: Authority): Promise<PostgresServer> {
  const server = await startPostgres();
  const { dataFolder = '', urlOf } = server;
  const { uid, gid } = await stat(dataFolder);
  const keep = async (name: string, write: (path: string) => Promise<void>) => {
    const path = join(dataFolder, name);
    await write(path);
    await chown(path, uid, gid);
    await chmod(path, 0o600);
  };
  const { cert, key } = await authority.issue('localhost');
  await keep('server.crt', (path) => copyFile(cert, path));
  await keep('server.key', (path) => copyFile(key, path));
  await keep('root.crt', (path) => copyFile(authority.cert, path));
  const rules = [`hostssl all ${certifiedRole} all cert`, 'hostssl all all all scram-sha-256'];
  await server.createRole(certifiedRole);
  for (const setting of ["ssl_ca_file = 'root.crt'", 'ssl = on']) {
    await query(urlOf('postgres'), `alter system set ${setting}`);
  }
  await keep('pg_hba.conf', (path) => writeFile(path, rules.join('\n')));
  await query(urlOf('postgres'), 'select pg_reload_conf()');
  await eventually(async () => {
    const isOpen = await query(urlOf('postgres'), 'select').then(
      () => true,
      () => false,
    );
    if (isOpen) throw new Error('it takes plaintext still');
  });
  return server;
}
