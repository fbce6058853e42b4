import { DomainError, notFound } from '../domain/errors.ts';
import { isReadable, type Release } from '../domain/release.ts';
import { contentKey, stagingKey } from '../store/blobs/blobs.ts';
import { holdBlob, insertArtifact } from '../store/postgres/releases/artifacts.ts';
import { writeAudit } from '../store/postgres/audit/audit.ts';
import { findReleaseById } from '../store/postgres/releases/releases.ts';
import { findUpload, takeUpload } from '../store/postgres/releases/uploads.ts';
import type { PublishDeps } from './publish.ts';

export interface AddedFile {
  uploadId: string;
  packageId: string;
  releaseId: string;
  kind: string;
  filename: string;
  contentType: string;
  sha256: string;
}

/**
 * One more file for a visible release, in one transaction: bytes to their address, artifact, documents, audit
 * entry, notice to the caches. Nothing happens when it is there. @throws DomainError `not_found`, `digest_conflict`,
 * `invalid_state`
 */
export async function addFile(
  { pool, blobs, catalog }: Pick<PublishDeps, 'pool' | 'blobs' | 'catalog'>,
  file: AddedFile,
): Promise<void> {
  const { releaseId, kind, filename, contentType } = file;
  const upload = await findUpload(pool, file.uploadId);
  // known before they are there: the cleaner finds what a crash leaves
  if (upload) await holdBlob(pool, upload.sha256, upload.sizeBytes);
  await catalog.changePackage(file.packageId, async (tx, pkg) => {
    const release = await findReleaseById(tx, releaseId);
    if (!release || !isReadable(release)) throw notFound('version');
    if (hasFile(release, file)) return;
    const taken = await takeUpload(tx, file.uploadId);
    if (!taken) throw new DomainError('invalid_state', 'the upload has expired: send it again');
    await holdBlob(tx, taken.sha256, taken.sizeBytes);
    await blobs.move(stagingKey(taken.id), contentKey(taken.sha256));
    await insertArtifact(tx, { ...taken, releaseId, kind, filename, contentType });
    const { userId, tokenId, ipAddress, userAgent } = taken.actor;
    await writeAudit(tx, {
      action: 'artifact_attach',
      performer: { userId, tokenId, ipAddress, userAgent },
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: releaseId,
      metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, filename },
    });
  });
}

/** @throws DomainError `digest_conflict` when the name is taken by other bytes: published files never change */
export function hasFile(
  release: Release,
  { filename, sha256 }: { filename: string; sha256: string },
): boolean {
  const existing = release.artifacts.find((artifact) => artifact.filename === filename);
  if (existing === undefined) return false;
  if (existing.sha256 === sha256) return true;
  throw new DomainError('digest_conflict', `${filename} exists already with other content`);
}
