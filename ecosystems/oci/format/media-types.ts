import type { Part } from '../../../domain/publication.ts';

export const imageIndex = 'application/vnd.oci.image.index.v1+json';
export const imageManifest = 'application/vnd.oci.image.manifest.v1+json';
const dockerManifest = 'application/vnd.docker.distribution.manifest.v2+json';
const dockerList = 'application/vnd.docker.distribution.manifest.list.v2+json';

/** Accepted manifest types: `image` refers to blobs, `index` to other manifests. */
const manifestKinds: ReadonlyMap<string, 'image' | 'index'> = new Map([
  [imageManifest, 'image'],
  [dockerManifest, 'image'],
  [imageIndex, 'index'],
  [dockerList, 'index'],
] as const);

export function kindOf(mediaType: string): 'image' | 'index' | undefined {
  return manifestKinds.get(mediaType);
}

/** `Content-Type` without parameters. */
export function bareType(header: string | undefined): string {
  return header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a licence forbids distribution of the layer: registries need not have such layers. */
export function isNondistributable(mediaType: string): boolean {
  return mediaType.includes('nondistributable') || mediaType.includes('rootfs.foreign');
}

/** The expected format of a part, by its media type. */
export function formatOf(mediaType: string): Part['format'] {
  return /[.+]tar(?:[.+]|$)/.test(mediaType) ? 'layer' : 'file';
}
