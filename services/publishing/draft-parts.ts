import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Logger } from '../../config/logging.ts';
import type { Caller } from '../../domain/caller.ts';
import type { FileFacts } from '../../domain/release-file.ts';
import type { Bodies } from '../../ecosystems/context/bodies.ts';
import type { StagedUpload } from '../../ecosystems/context/publishing.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PartsFormat, Referring } from '../../ecosystems/parts-format.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { listUsableParts } from '../../store/postgres/parts/package-parts.ts';
import { createRequireWriter } from '../files/parts-access.ts';
import { createPartUploads } from '../files/parts-upload.ts';
import { assertMount } from '../packages/mount.ts';
import type { Changeable } from '../packages/find.ts';
import type { DraftDeps } from './open-draft.ts';

export interface DraftPartsDeps extends DraftDeps {
  /** Largest part in bytes. */
  maxPartBytes: number;
  log: Pick<Logger, 'warn'>;
  bodiesOf(ecosystem: Format): Bodies;
}

interface SentPart {
  /** `<algorithm>:<hex>`. */
  digest: string;
  body: Readable;
}

/**
 * A part that is sent as a file of the draft: it is uploaded on its own, as the protocol does, and the file that refers
 * to it comes later. @throws DomainError `digest_mismatch`, `too_large`, `forbidden`
 */
export async function putPart(
  deps: DraftPartsDeps,
  caller: Caller,
  { ecosystem, pkg, user }: Changeable,
  { digest, body }: SentPart,
): Promise<{ isNew: boolean; sha256: string; sizeBytes: number }> {
  const writer = createRequireWriter(deps, ecosystem, (who, slug) => assertMount(deps, who, slug));
  const uploads = createPartUploads(deps, ecosystem, writer);
  const name = { ecosystem: ecosystem.id, nameKey: pkg.nameKey, packageId: pkg.id, userId: user.userId };
  const known = await listUsableParts(deps.pool, name, [digest]);
  const begun = await uploads.start(caller, pkg.name, digest.startsWith('sha512:') ? 'sha512' : 'sha256');
  const upload = await uploads.append(begun, body, { maxBytes: deps.maxPartBytes });
  const { sha256, sizeBytes } = await uploads.finish(caller, upload, digest);
  return { isNew: !known.has(digest), sha256, sizeBytes };
}

/** What a staged file of the release refers to. @throws DomainError `invalid_archive`, `manifest_mismatch`, `overloaded` */
export async function readReferring(
  deps: DraftPartsDeps,
  caller: Caller,
  { ecosystem, reader, version }: { ecosystem: Format; reader: PartsFormat['reader']; version: string },
  { uploadId, sizeBytes }: StagedUpload,
): Promise<Referring> {
  const bodies = deps.bodiesOf(ecosystem);
  return bodies.hold(caller, async (take) => {
    take(sizeBytes);
    const bytes = await buffer(await deps.blobs.read(stagingKey(uploadId)));
    return bodies.read(caller, reader, bytes, { version });
  });
}

/** What a part is, by its name. */
export function partFacts(filename: string, maxBytes: number): FileFacts {
  return { format: 'any', kind: 'part', filename, contentType: 'application/octet-stream', maxBytes };
}
