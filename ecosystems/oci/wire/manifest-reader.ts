import type { BodyReader } from '../../context/bodies.ts';
import type { PartAlgorithm } from '../../context/parts.ts';
import type { BlobReference } from '../../parts-format.ts';
import { digestOf } from '../format/digest.ts';
import { readManifest } from '../format/manifest.ts';

/** The members of a manifest that a push needs. Annotations are omitted: they may be most of the manifest. */
export interface PushedManifest {
  mediaType: string;
  /** Digest of the manifest. */
  digest: string;
  parts: BlobReference[];
  manifests: string[];
  subject: string | null;
  exempt: ReadonlySet<string>;
}

export const manifestReader: BodyReader<{ mediaType: string; algorithm: PartAlgorithm }, PushedManifest> = {
  name: 'manifest',
  read(bytes, { mediaType, algorithm }) {
    const { config, layers, manifests, subject, exempt } = readManifest(bytes, mediaType);
    return {
      mediaType,
      digest: digestOf(bytes, algorithm),
      parts: [...(config ? [config] : []), ...layers].map(({ digest, size }) => ({
        digest,
        sizeBytes: size,
      })),
      manifests: [...new Set(manifests.map(({ digest }) => digest))],
      subject,
      exempt,
    };
  },
};
