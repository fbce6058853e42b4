import { createHash } from 'node:crypto';
import type { Crate } from './crates.ts';
import type { Platform } from './platform.ts';

/** Requests of a Cargo client. */

export interface Answer {
  status: number;
  text: string;
}

type Registry = Pick<Platform, 'url' | 'adminToken'>;

export async function publishCrate(
  registry: Registry,
  crate: Pick<Crate, 'body'>,
  token?: string,
): Promise<Answer> {
  const response = await fetch(`${registry.url}/cargo/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: token ?? registry.adminToken, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(crate.body),
  });
  return { status: response.status, text: await response.text() };
}

/** Publishes, and repeats the publish while the service answers that it is unavailable. */
export async function publishCratePatiently(
  registry: Registry,
  crate: Pick<Crate, 'body'>,
  tries = 10,
): Promise<Answer> {
  const answer = await publishCrate(registry, crate);
  return answer.status === 503 && tries > 1 ? publishCratePatiently(registry, crate, tries - 1) : answer;
}

/** Versions in the index with their checksums; empty for an unknown crate. */
export async function readIndex({ url }: Pick<Registry, 'url'>, name: string): Promise<Map<string, string>> {
  const key = name.toLowerCase();
  const response = await fetch(`${url}/cargo/index/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`);
  if (response.status === 404) return new Map();
  if (!response.ok) throw new Error(`index of ${name}: ${response.status}`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const entry = JSON.parse(line) as { vers: string; cksum: string };
      return [entry.vers, entry.cksum];
    }),
  );
}

/** SHA-256 of a download; null if there is no file. */
export async function downloadDigest(registry: Pick<Registry, 'url'>, crate: Crate): Promise<string | null> {
  const response = await fetch(`${registry.url}/cargo/api/v1/crates/${crate.name}/${crate.version}/download`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`download of ${crate.name}: ${response.status}`);
  return createHash('sha256').update(bytes).digest('hex');
}
