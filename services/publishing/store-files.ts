import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError } from '../../domain/errors.ts';
import { isInFlight } from '../../domain/release.ts';
import type { FileFacts } from '../../domain/release-file.ts';
import type { Formats } from '../../ecosystems/format.ts';
import { keepPlaced, placedBefore } from '../files/place-blobs.ts';
import { submitRelease } from '../releases/submit.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { insertArtifact } from '../../store/postgres/releases/artifacts.ts';
import { insertUploader } from '../../store/postgres/releases/release-uploaders.ts';
import { saveFileStanding } from '../../store/postgres/releases/file-attestations.ts';
import { listWaitingFiles, type WaitingFile } from '../../store/postgres/releases/staged-files.ts';
import {
  credentialOf,
  deleteUpload,
  findUpload,
  type UploadRow,
} from '../../store/postgres/releases/uploads.ts';
import type { Platform } from '../platform.ts';
import { type DigestedExtract, stagedBlob } from './joining-files.ts';
import { findOwnedRelease, type OwnedRef, withdrawnMeanwhile } from './owning-workflow.ts';

/**
 * Moves the staged bytes of the release's files to their content addresses and makes the release ready for the
 * scanner.
 * @throws DomainError `invalid_state`
 */
export async function storeFiles(
  platform: Pick<Platform, 'pool' | 'blobs' | 'ecosystems'>,
  ref: OwnedRef,
): Promise<void> {
  const { pool, blobs, ecosystems } = platform;
  const upload = await findUpload(pool, ref.uploadId);
  if (!upload) throw new DomainError('invalid_state', 'the upload has expired: publish again');
  const isDraft = isDraftUpload(upload);
  const files: readonly UploadRow[] = isDraft ? await listWaitingFiles(pool, ref.releaseId) : [upload];
  await placedBefore(platform, files.map(stagedBlob), (placed) =>
    pool.transaction(async (tx) => {
      const release = await findOwnedRelease(tx, ref);
      if (!release || release.publishedAt !== null || !isInFlight(release)) throw withdrawnMeanwhile();
      await keepPlaced(tx, placed);
      for (const file of files) {
        await insertFile(tx, ecosystems, { file, releaseId: ref.releaseId });
        if (isDraft) await deleteUpload(tx, file.id);
      }
      await submitRelease(tx, release, upload.actor);
    }),
  );
  for (const { id } of files) await blobs.delete(stagingKey(id));
}

/** Whether the upload is a draft: a release with separately uploaded files. A draft has no bytes itself. */
export function isDraftUpload({ purpose }: UploadRow): boolean {
  return purpose.kind === 'publish' && purpose.isDraft === true;
}

/** Name, kind and format of the uploaded file in its release. */
export function factsOf(ecosystems: Formats, upload: UploadRow): FileFacts {
  return ecosystems.get(upload.ecosystem as EcosystemId).file(upload.declared);
}

interface PlacedFile {
  file: UploadRow & Partial<Pick<WaitingFile, 'isSigned' | 'signatureKeyId'>>;
  releaseId: string;
  /** Extracts from before the file joined; the scan of its release adds others later. */
  extracts?: readonly DigestedExtract[];
}

/** Records a file whose bytes are at their content address. A repeated step finds its rows and changes nothing. */
export async function insertFile(
  tx: Transaction,
  ecosystems: Formats,
  { file, releaseId, extracts = [] }: PlacedFile,
): Promise<void> {
  const { format, kind, filename, contentType } = factsOf(ecosystems, file);
  const uploadedBy = file.actor.userId;
  await insertArtifact(tx, { ...file, releaseId, format, kind, filename, contentType, uploadedBy });
  await insertUploader(tx, releaseId, credentialOf(file));
  if (file.standing) await saveFileStanding(tx, releaseId, filename, file.standing);
  for (const extract of extracts) {
    await insertArtifact(tx, { ...extract, releaseId, extractedFrom: filename });
  }
}
