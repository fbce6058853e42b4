import type { FastifyReply } from 'fastify';
import type { OciListed } from '../format/listed-metadata.ts';
import { imageIndex } from '../format/media-types.ts';

/** One entry of a list of referrers, without its annotations. */
export interface Referrer {
  mediaType: string;
  digest: string;
  size: number;
  artifactType?: string;
}

/** The entry of a manifest. The artifact type of an image may be in its configuration; an index may have none. */
export function referrerOf(
  digest: string,
  { mediaType, size, artifactType, configType }: OciListed,
): Referrer {
  const kind = artifactType ?? configType;
  return { mediaType, digest, size, ...(kind === null ? {} : { artifactType: kind }) };
}

/** Bytes of an entry around its annotations. */
const memberBytes = ',"annotations":'.length + 1;

/** Maximum bytes that the entry adds to an answer. */
export function bytesOf(referrer: Referrer, { annotationBytes }: OciListed): number {
  return JSON.stringify(referrer).length + memberBytes + annotationBytes;
}

/** Sends the list as an image index, made for the request. Annotations are inserted as stored JSON text. */
export function sendIndex(
  reply: FastifyReply,
  manifests: readonly Referrer[],
  annotations: ReadonlyMap<string, string>,
): FastifyReply {
  const entries = manifests.map((entry) => {
    const text = annotations.get(entry.digest) ?? '{}';
    const json = JSON.stringify(entry);
    return text === '{}' ? json : `${json.slice(0, -1)},"annotations":${text}}`;
  });
  const head = JSON.stringify({ schemaVersion: 2, mediaType: imageIndex });
  return reply
    .code(200)
    .headers({ 'content-type': imageIndex, 'cache-control': 'no-cache' })
    .send(Buffer.from(`${head.slice(0, -1)},"manifests":[${entries.join(',')}]}`));
}
