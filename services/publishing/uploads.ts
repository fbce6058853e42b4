import type { UserActor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { FileFacts } from '../../domain/release-file.ts';
import type { PublishCommand } from '../../ecosystems/context/publishing.ts';
import type { Format } from '../../ecosystems/format.ts';
import { type Blobs, stagingKey } from '../../store/blobs/blobs.ts';
import type { Configured } from '../platform.ts';
import type { Pool, Queryable } from '../../store/postgres/pool.ts';
import { deleteUpload, insertUpload, type Purpose } from '../../store/postgres/releases/uploads.ts';

/** The stores of staged bytes and of their rows. */
export interface Staged {
  pool: Pool;
  blobs: Blobs;
}

/**
 * Saves an upload; the workflow finds it by its id. A credential that was revoked during the transfer is refused at
 * the end.
 * @throws DomainError `too_large` above the limit of such files, `token_revoked`
 */
export async function saveUpload(
  platform: { pool: Queryable } & Configured<'publish'>,
  ecosystem: Format,
  actor: UserActor,
  { declared, upload, caller, needsApproval = false }: PublishCommand,
  target: { packageId: string | null; purpose: Purpose },
): Promise<void> {
  // the upload of a draft has no bytes and no file name
  if (upload.sizeBytes > 0) assertSize(ecosystem.file(declared), upload.sizeBytes);
  const row = {
    ...upload,
    id: upload.uploadId,
    ecosystem: ecosystem.id,
    declared,
    purpose: target.purpose,
    ttlSeconds: platform.config.publish.stagedTtlSeconds,
    actor: {
      userId: actor.userId,
      username: actor.username,
      tokenId: actor.tokenId ?? null,
      ...(actor.sessionId === undefined ? {} : { sessionId: actor.sessionId }),
      ...(actor.passwordMark === undefined ? {} : { passwordMark: actor.passwordMark }),
      ...(actor.madeBy === undefined ? {} : { madeBy: actor.madeBy }),
      boundRepositoryId: actor.boundRepositoryId ?? null,
      ...(actor.boundPackageIds ? { boundPackageIds: [...actor.boundPackageIds] } : {}),
      ...(actor.boundTo ? { boundTo: actor.boundTo } : {}),
      scopes: [...actor.scopes],
      ...(actor.tokenKind === undefined ? {} : { tokenKind: actor.tokenKind }),
      isExchanged: actor.exchangedIn !== undefined,
      repositorySlug: caller.repository,
      ...caller.origin,
      ...(needsApproval ? { asksForApproval: true } : {}),
    },
  };
  if (!(await insertUpload(platform.pool, row, actor))) {
    throw new DomainError('token_revoked', 'this credential was revoked while the upload came');
  }
}

function assertSize({ maxBytes }: FileFacts, sizeBytes: number): void {
  if (sizeBytes <= maxBytes) return;
  throw new DomainError('too_large', `the file is larger than ${maxBytes} bytes`);
}

/** Deletes unused staged bytes. */
export async function discard({ pool, blobs }: Staged, uploadId: string): Promise<void> {
  await deleteUpload(pool, uploadId);
  await blobs.delete(stagingKey(uploadId));
}
