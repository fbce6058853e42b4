import type { FastifyReply } from 'fastify';
import type { Release } from '../../domain/release.ts';
import { imageIndex } from './media-types.ts';
import { OciMetadata } from './metadata.ts';

/** One entry of a list of referrers. */
export interface Referrer {
  mediaType: string;
  digest: string;
  size: number;
  artifactType?: string;
  annotations?: Record<string, string>;
}

/** What kind of artifact it is, an image tells by its configuration; an index without a kind has none. */
export function referrerOf({ version, metadata }: Pick<Release, 'version' | 'metadata'>): Referrer {
  const { mediaType, size, artifactType, config, annotations } = OciMetadata.parse(metadata);
  const kind = artifactType ?? config?.mediaType;
  return {
    mediaType,
    digest: version,
    size,
    ...(kind === undefined ? {} : { artifactType: kind }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

/** The list is an image index, made for the request. */
export function sendIndex(reply: FastifyReply, manifests: readonly Referrer[]): FastifyReply {
  return reply
    .code(200)
    .headers({ 'content-type': imageIndex, 'cache-control': 'no-cache' })
    .send(Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: imageIndex, manifests })));
}
