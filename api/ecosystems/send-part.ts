import type { PackageParts } from '../../ecosystems/context/parts.ts';
import type { Parts } from '../../services/files/parts.ts';
import { parseDigest } from '../../services/files/parts-digest.ts';
import { isPublicPart } from '../../services/files/parts-reads.ts';
import type { SendArtifact } from './send-artifact.ts';

/** The bytes of a digest never change. */
const always = new Date(0);

/** The service of parts, with a method that sends them. */
export function withSending(parts: Parts, sendArtifact: SendArtifact): PackageParts {
  return {
    ...parts,
    async send(caller, reply, name, digest) {
      const part = await parts.getLinked(caller, name, digest);
      const file = {
        sha256: part.sha256,
        sizeBytes: part.sizeBytes,
        contentType: 'application/octet-stream',
        filename: parseDigest(digest).hex,
        uploadedAt: always,
      };
      return sendArtifact(reply, file, isPublicPart(part), { etag: digest });
    },
  };
}
