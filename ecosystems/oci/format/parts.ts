import { DomainError } from '../../../domain/errors.ts';
import type { PartsFormat } from '../../parts-format.ts';
import { algorithmOf, digestOf, isDigest } from './digest.ts';
import { readManifest, writtenMediaType } from './manifest.ts';

/** Blobs of an image, by their digests; the colon may be a hyphen, as in the names of manifests. */
export const parts: PartsFormat = {
  digestOf(filename) {
    const digest = filename.replace('-', ':');
    return isDigest(digest) ? digest : null;
  },
  reader: {
    name: 'referring',
    read(bytes, { version }) {
      const manifest = readManifest(bytes, writtenMediaType(bytes));
      if (digestOf(bytes, algorithmOf(version)) !== version) {
        throw new DomainError('manifest_mismatch', `the manifest has another digest than ${version}`);
      }
      const { config, layers, manifests, mediaType, subject, exempt } = manifest;
      const blobs = [...(config ? [config] : []), ...layers];
      return {
        metadata: { mediaType },
        blobs: blobs.map(({ digest, size }) => ({ digest, sizeBytes: size })),
        exempt: [...exempt],
        versions: [...new Set(manifests.map(({ digest }) => digest))],
        subject,
      };
    },
  },
};
