import { type DistDraft, distFiles, publishForm } from '../../ecosystems/composer/fixtures/dist.ts';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import type { Platform, TestUser } from './platform.ts';

export function zipOf(draft: DistDraft): Buffer {
  return buildZip(Object.entries(distFiles(draft)).map(([path, body]) => ({ path, body })));
}

export interface Published {
  status: number;
  body: Record<string, unknown>;
  zip: Buffer;
}

/** Uploads a zip as `curl -F` does, with a token in either form. */
export async function publishDist(
  platform: Pick<Platform, 'url'>,
  author: Pick<TestUser, 'token'>,
  draft: DistDraft & { version: string },
  options: { mount?: string; fields?: Record<string, string>; zip?: Buffer } = {},
): Promise<Published> {
  const { mount = '/composer', fields = {}, zip = zipOf(draft) } = options;
  const response = await fetch(`${platform.url}${mount}/packages/${draft.name}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${author.token}` },
    body: publishForm({ zip, fields: { version: draft.version, ...fields } }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, zip };
}
