import { randomBytes } from 'node:crypto';
import { buildTarball, documentFor } from '../../ecosystems/npm/fixtures/tarball.ts';

/** A registry of the comparison: its URL without a trailing slash, and the credential of a publisher. */
export interface Registry {
  what: string;
  url: string;
  token: string;
}

/** The body of a publish request with a tarball of about `bytes` bytes. */
export async function npmUpload(name: string, version: string, bytes = 20_000): Promise<string> {
  const manifest = { name, version, description: 'bench', license: 'MIT', dependencies: { other: '^1.0.0' } };
  const words = randomBytes(Math.ceil(bytes * 1.3))
    .toString('base64')
    .replaceAll(/[^a-z]/gi, ' ');
  const tarball = await buildTarball({
    'package/package.json': JSON.stringify(manifest),
    'package/filler.txt': words.slice(0, Math.ceil(bytes * 1.3)),
  });
  return JSON.stringify(documentFor(manifest, tarball));
}

export async function publishNpm({ url, token }: Registry, name: string, body: string): Promise<void> {
  const response = await fetch(`${url}/${name}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`publish: ${response.status} ${answer}`);
}

/** @throws Error unless a reader sees the version at once */
export async function publishUntilVisible(
  registry: Registry,
  upload: { name: string; version: string; body: string },
): Promise<void> {
  await publishNpm(registry, upload.name, upload.body);
  const response = await fetch(`${registry.url}/${upload.name}`, {
    headers: { accept: 'application/vnd.npm.install-v1+json' },
  });
  const { versions } = (await response.json()) as { versions?: Record<string, unknown> };
  if (versions?.[upload.version] === undefined) throw new Error(`not visible: ${upload.name}`);
}
