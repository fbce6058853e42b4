import { createHash } from 'node:crypto';
import type { Platform, TestUser } from '../../support/platform.ts';

/** A file of a release, as the management API receives it. */
export interface SentFile {
  filename: string;
  body: Buffer;
  kind?: string;
}

export interface MadeRelease {
  ecosystem: string;
  name: string;
  version: string;
  files: readonly SentFile[];
}

/** Makes a package, a release and its files through `/v1` alone. @throws Error with the first answer outside 2xx */
export async function releaseByHand(
  platform: Pick<Platform, 'url'>,
  author: TestUser,
  { ecosystem, name, version, files }: MadeRelease,
): Promise<{ status: string; listed: string[] }> {
  const headers = { authorization: `Bearer ${author.token}` };

  async function call<Answer>(method: string, path: string, body?: object | Buffer): Promise<Answer> {
    const isRaw = Buffer.isBuffer(body);
    const type = isRaw ? 'application/octet-stream' : 'application/json';
    const response = await fetch(`${platform.url}/v1/packages${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': type },
      ...(body === undefined ? {} : { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  }

  const path = `/${ecosystem}/${encodeURIComponent(name)}`;
  const isNew = (await fetch(`${platform.url}/v1/packages${path}`, { headers })).status === 404;
  if (isNew) await call('POST', '', { ecosystem, name, repository_slug: author.username });
  await call('POST', `${path}/releases`, { version });
  const release = `${path}/releases/${encodeURIComponent(version)}`;
  for (const { filename, body, kind } of files) {
    const asked = new URLSearchParams({
      sha256: createHash('sha256').update(body).digest('hex'),
      ...(kind === undefined ? {} : { kind }),
    });
    await call('PUT', `${release}/artifacts/${encodeURIComponent(filename)}?${asked.toString()}`, body);
  }
  const { artifacts } = await call<{ artifacts: { filename: string }[] }>('GET', `${release}/artifacts`);
  const { status } = await call<{ status: string }>('POST', `${release}/publish`);
  return { status, listed: artifacts.map(({ filename }) => filename).sort() };
}
