import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Caller } from '../../domain/caller.ts';
import type { FileFacts } from '../../domain/release-file.ts';
import type { StagedUpload } from '../../ecosystems/context/publishing.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PartsFormat, Referring } from '../../ecosystems/parts-format.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { listUsableParts } from '../../store/postgres/parts/package-parts.ts';
import { createRequireWriter } from '../files/parts-access.ts';
import { createPartUploads } from '../files/parts-upload.ts';
import type { Changeable } from '../packages/find.ts';
import type { Platform } from '../platform.ts';

interface SentPart {
  /** `<algorithm>:<hex>`. */
  digest: string;
  body: Readable;
}

/**
 * Uploads a part that is sent as a file of the draft. The protocol uploads it separately, before the file that refers
 * to it. @throws DomainError `digest_mismatch`, `too_large`, `forbidden`
 */
export async function putPart(
  platform: Platform,
  caller: Caller,
  { ecosystem, pkg, user }: Changeable,
  { digest, body }: SentPart,
): Promise<{ isNew: boolean; sha256: string; sizeBytes: number }> {
  const writer = createRequireWriter(platform, ecosystem);
  const uploads = createPartUploads(platform, ecosystem, writer);
  const name = { ecosystem: ecosystem.id, nameKey: pkg.nameKey, packageId: pkg.id, userId: user.userId };
  const known = await listUsableParts(platform.pool, name, [digest]);
  const begun = await uploads.start(caller, pkg.name, digest.startsWith('sha512:') ? 'sha512' : 'sha256');
  const upload = await uploads.append(begun, body, { maxBytes: platform.config.parts.maxBytes });
  const { sha256, sizeBytes } = await uploads.finish(caller, upload, digest);
  return { isNew: !known.has(digest), sha256, sizeBytes };
}

/**
 * The parts that a staged file of the release refers to.
 * @throws DomainError `invalid_archive`, `manifest_mismatch`, `overloaded`
 */
export async function readReferring(
  platform: Platform,
  caller: Caller,
  { ecosystem, reader, version }: { ecosystem: Format; reader: PartsFormat['reader']; version: string },
  { uploadId, sizeBytes }: StagedUpload,
): Promise<Referring> {
  const bodies = platform.bodiesOf(ecosystem);
  return bodies.hold(caller, async (take) => {
    take(sizeBytes);
    const bytes = await buffer(await platform.blobs.read(stagingKey(uploadId)));
    return bodies.read(caller, reader, bytes, { version });
  });
}

/** The facts of a part, derived from its name. */
export function partFacts(filename: string, maxBytes: number): FileFacts {
  return { format: 'any', kind: 'part', filename, contentType: 'application/octet-stream', maxBytes };
}
