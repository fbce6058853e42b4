import type { Variant } from '../../traits.ts';
import { type Descriptor, OciMetadata } from './metadata.ts';

/** The annotation by which builders mark index entries that are not images, e.g. attestations. */
const referenceType = 'vnd.docker.reference.type';

/** The images of an index, with their platforms. */
export function variants({ metadata }: { metadata: unknown }): Variant[] {
  const parsed = OciMetadata.safeParse(metadata);
  if (!parsed.success) return [];
  return parsed.data.manifests.map((manifest) => ({
    versionKey: manifest.digest,
    platform: platformOf(manifest),
  }));
}

function platformOf({ platform, annotations, artifactType, mediaType }: Descriptor): string {
  const { os, architecture, variant } = platform ?? {};
  const said = [os, architecture, variant].filter((part) => part).join('/');
  return annotations?.[referenceType] ?? (said || artifactType || mediaType);
}
