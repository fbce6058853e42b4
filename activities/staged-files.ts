import { log } from '@temporalio/activity';
import { DomainError, notFound } from '../domain/errors.ts';
import type { Quotas } from '../domain/quotas.ts';
import { isReadable } from '../domain/release.ts';
import { assertRoom } from '../services/limits/room.ts';
import { type Blobs, stagingKey } from '../store/blobs/blobs.ts';
import type { Catalog } from '../store/postgres/packages/catalog.ts';
import { lockPackage } from '../store/postgres/packages/packages.ts';
import type { Formats } from '../ecosystems/format.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findReleaseById } from '../store/postgres/releases/releases.ts';
import { listStagedFilesOf, saveStagedFile } from '../store/postgres/releases/staged-files.ts';
import { deleteUpload, findUpload } from '../store/postgres/releases/uploads.ts';
import type { FileInput } from '../workflows/definitions.ts';
import { addFile } from './add-file.ts';

export interface StagedFileDeps {
  pool: Pool;
  blobs: Blobs;
  catalog: Catalog;
  ecosystems: Formats;
  quotas?: Quotas;
}

export type StagedFileInput = FileInput & { packageId: string; releaseId: string };

/** Keeps a checked file until its release is visible. False when that has happened meanwhile. */
export async function keepStagedFile(
  { pool, blobs, quotas }: StagedFileDeps,
  input: StagedFileInput,
): Promise<boolean> {
  const { packageId, releaseId, uploadId, kind, filename, contentType, sha256, publisher } = input;
  const outcome = await pool.transaction(async (tx) => {
    // whoever makes it visible holds this lock: it sees this file, or is seen here
    const pkg = await lockPackage(tx, packageId);
    const release = await findReleaseById(tx, releaseId);
    if (!release || release.state === 'rejected' || release.state === 'deleted') throw notFound('version');
    if (isReadable(release)) return { isKept: false, replaced: null };
    const file = { uploadId, releaseId, kind, filename, contentType, sha256, stagedBy: publisher };
    const replaced = await saveStagedFile(tx, file);
    if (replaced !== null) await deleteUpload(tx, replaced);
    const tokenId = (await findUpload(tx, uploadId))?.actor.tokenId ?? null;
    await assertRoom(tx, { owner: pkg, tokenId, releaseId }, quotas);
    return { isKept: true, replaced };
  });
  if (outcome.replaced !== null) await blobs.delete(stagingKey(outcome.replaced));
  return outcome.isKept;
}

/** Attaches what waited for a release that is visible now; what is in its way already stays. */
export async function attachStagedFiles(deps: StagedFileDeps, releaseId: string): Promise<void> {
  const files = await listStagedFilesOf(deps.pool, releaseId);
  if (files.length === 0) return;
  const release = await findReleaseById(deps.pool, releaseId);
  if (!release || !isReadable(release)) return;
  for (const file of files) {
    try {
      await addFile(deps, { ...file, packageId: release.packageId });
    } catch (error) {
      if (!(error instanceof DomainError) || !error.isPermanent) throw error;
      // hidden again already: what it waits for is there when the release returns
      if (error.code === 'not_found') return;
      log.warn('a staged file was not attached', {
        releaseId,
        filename: file.filename,
        reason: error.detail,
      });
      await deleteUpload(deps.pool, file.uploadId);
      await deps.blobs.delete(stagingKey(file.uploadId));
    }
  }
}
