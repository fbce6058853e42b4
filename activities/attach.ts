import { canRead } from '../domain/access.ts';
import { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError, notFound } from '../domain/errors.ts';
import { isReadable, type Release } from '../domain/release.ts';
import { contentKey, stagingKey } from '../store/blobs/blobs.ts';
import { holdBlob, insertArtifact } from '../store/postgres/artifacts.ts';
import { writeAudit } from '../store/postgres/audit.ts';
import { findPackage } from '../store/postgres/packages.ts';
import { findRelease, findReleaseById } from '../store/postgres/releases.ts';
import { findUpload, takeUpload, type UploadRow } from '../store/postgres/uploads.ts';
import type { AttachInput } from '../workflows/contract.ts';
import type { PublishDeps } from './publish.ts';
import { assertMayPublish, loadUploader } from './quarantine.ts';

export interface AttachTarget {
  packageId: string;
  releaseId: string;
  /** The release has exactly this file already. */
  isPresent: boolean;
}

export type AttachActivities = ReturnType<typeof createAttachActivities>;

/** The steps of `attachFile`. Each can run twice with the same outcome. */
export function createAttachActivities({ pool, blobs, catalog, ecosystems }: PublishDeps) {
  async function getUpload(uploadId: string): Promise<UploadRow> {
    const upload = await findUpload(pool, uploadId);
    if (!upload) throw new DomainError('invalid_state', 'the upload has expired: send it again');
    return upload;
  }

  return {
    /** Whether this person may add the file, and whether it has to be added. */
    async findTarget(input: AttachInput): Promise<AttachTarget> {
      const upload = await getUpload(input.uploadId);
      const ecosystem = ecosystems.get(EcosystemId.parse(input.ecosystem));
      const actor = await loadUploader(pool, upload);
      const pkg = await findPackage(pool, ecosystem.id, ecosystem.names.canonical(input.name));
      if (!pkg || !canRead(pkg, actor)) throw notFound('package');
      assertMayPublish(pkg, actor, upload);
      const release = await findRelease(pool, pkg.id, ecosystem.versions.canonical(input.version));
      if (!release || !isReadable(release)) throw notFound('version');
      return { packageId: pkg.id, releaseId: release.id, isPresent: hasFile(release, input) };
    },

    /** One transaction: bytes to their address, artifact, documents, audit entry, notice to the caches. */
    async attach(input: AttachInput & { packageId: string; releaseId: string }): Promise<void> {
      const { releaseId, kind, filename, contentType } = input;
      const upload = await findUpload(pool, input.uploadId);
      // known before they are there: the cleaner finds what a crash leaves
      if (upload) await holdBlob(pool, upload.sha256, upload.sizeBytes);
      await catalog.changePackage(input.packageId, async (tx, pkg) => {
        const release = await findReleaseById(tx, releaseId);
        if (!release || !isReadable(release)) throw notFound('version');
        if (hasFile(release, input)) return;
        const taken = await takeUpload(tx, input.uploadId);
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
    },
  };
}

/** @throws DomainError `digest_conflict` when the name is taken by other bytes: published files never change */
function hasFile(release: Release, { filename, sha256 }: { filename: string; sha256: string }): boolean {
  const existing = release.artifacts.find((artifact) => artifact.filename === filename);
  if (existing === undefined) return false;
  if (existing.sha256 === sha256) return true;
  throw new DomainError('digest_conflict', `${filename} exists already with other content`);
}
