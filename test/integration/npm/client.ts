import { createHash } from 'node:crypto';
import { buildTarball, documentFor } from '../../../ecosystems/npm/fixtures/tarball.ts';
import type { Platform } from '../../support/platform.ts';

export type Manifest = { name: string; version: string } & Record<string, unknown>;

/** Requests of an npm client, one at a time. */
export interface NpmClient {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  send(method: string, path: string, body?: unknown): Promise<Response>;
  /** Publishes a package with little more than a manifest. */
  publish(
    manifest: Manifest,
    extra?: Record<string, unknown>,
    files?: Record<string, string>,
  ): Promise<Response>;
}

export function npmClient(platform: Pick<Platform, 'url'>, token?: string, mount = '/npm'): NpmClient {
  const login: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${platform.url}${mount}${path}`, {
      method,
      headers: { ...login, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    send,
    get: (path, headers = {}) =>
      fetch(`${platform.url}${mount}${path}`, { headers: { ...login, ...headers } }),
    async publish(manifest, extra, files) {
      const tarball = await tarballOf(manifest, files);
      return send('PUT', `/${manifest.name.replace('/', '%2f')}`, documentFor(manifest, tarball, extra));
    },
  };
}

export function tarballOf(manifest: Manifest, files: Record<string, string> = {}): Promise<Buffer> {
  return buildTarball({
    'package/package.json': JSON.stringify(manifest),
    'package/README.md': `# ${manifest.name}\n`,
    ...files,
  });
}

export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

export async function errorOf(response: Response): Promise<[number, unknown]> {
  return [response.status, ((await response.json()) as { error?: unknown }).error];
}
