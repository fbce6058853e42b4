import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority } from '../../test/support/certificates.ts';
import { startChild } from '../../test/support/child.ts';
import { canConnect } from '../../test/support/connect.ts';
import { freePort } from '../../test/support/free-port.ts';
import { findTool } from '../../test/support/tool.ts';
import type { Place } from '../relay.ts';
import { startSmallProxy } from './small-proxy.ts';

const root = join(import.meta.dirname, '../..');
const caddy = findTool('caddy', [join(root, 'build/caddy/bin')]);

export interface Proxy {
  /** `Caddy`, or the name of its replacement. */
  name: string;
  stop(): Promise<void>;
}

export interface Certificate {
  /** The certificate in PEM of the authority that clients trust. */
  authority: string;
  folder: string;
}

/** Creates a certificate for `localhost`, as files for the proxy. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  await mkdir(folder, { recursive: true });
  await using authority = await createAuthority();
  const { cert, key } = await authority.issue('localhost');
  await rename(cert, join(folder, 'tls.crt'));
  await rename(key, join(folder, 'tls.key'));
  return { authority: await readFile(authority.cert, 'utf8'), folder };
}

/**
 * Starts Caddy with the deployment's file in front of these replicas; without Caddy a small proxy with the same
 * rules.
 */
export async function startProxy(
  folder: string,
  port: number,
  replicas: readonly Place[],
  certificates: string,
): Promise<Proxy> {
  if (caddy === undefined) {
    return { name: 'a small proxy', stop: await startSmallProxy(port, replicas, certificates) };
  }
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'Caddyfile');
  const text = await readFile(join(root, 'deploy/compose/Caddyfile'), 'utf8');
  const local = text.replace('admin off', 'admin off\n\tdefault_bind 127.0.0.1');
  await writeFile(file, local.replaceAll('/certificates', certificates));
  const [http, health, ui] = [await freePort(), await freePort(), await freePort()];
  const env = {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HTTP_LISTEN_PORT: String(http),
    HTTPS_LISTEN_PORT: String(port),
    HEALTH_PORT: String(health),
    SITE_ADDRESS: 'localhost',
    SITE_TLS: 'files',
    API_ADDRESSES: replicas.map(({ host, port: at }) => `${host}:${at}`).join(' '),
    UI_SITE_ADDRESS: `localhost:${ui}`,
    UI_ADDRESS: '127.0.0.1:9',
  };
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  const child = await startChild(caddy, args, { env, isReady: () => canConnect(port) });
  return { name: 'Caddy', stop: () => child.stop() };
}
