import { DomainError, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { assertRoom } from '../limits/room.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { lockPackage } from '../../store/postgres/packages/packages.ts';
import { findReleaseById } from '../../store/postgres/releases/releases.ts';
import { listWaitingFiles, saveStagedFile } from '../../store/postgres/releases/staged-files.ts';
import { deleteUpload, findUpload } from '../../store/postgres/releases/uploads.ts';
import type { FileInput } from '../../workflows/definitions.ts';
import type { Configured, Platform } from '../platform.ts';
import { hasFile } from '../publishing/joining-files.ts';
import { loadUploader } from '../publishing/placement.ts';
import { removeWaiting } from './removable.ts';

export type StagedFileInput = FileInput & { packageId: string; releaseId: string };

/**
 * Keeps a checked file with a release that is not visible yet: the decision about the release then includes this file,
 * and an approval without it is void. False when the release has become visible meanwhile. @throws DomainError
 * `not_found`, `digest_conflict`, `duplicate`, `policy_violation`, `invalid_state`, `forbidden` when it would replace
 * a file that the platform withholds
 */
export async function keepStagedFile(
  {
    pool,
    blobs,
    ecosystems,
    config,
  }: Pick<Platform, 'pool' | 'blobs' | 'ecosystems'> & Configured<'publish'>,
  input: StagedFileInput,
): Promise<boolean> {
  const { packageId, releaseId, uploadId, kind, filename, contentType, sha256, publisher } = input;
  const outcome = await pool.transaction(async (tx) => {
    // the step that makes the release visible holds this lock: either it finds this file, or its result is found here
    const pkg = await lockPackage(tx, packageId);
    const release = await findReleaseById(tx, releaseId);
    if (!release || release.state === 'rejected' || release.state === 'deleted') throw notFound('version');
    if (isReadable(release)) return { isKept: false, unused: null };
    if (hasFile(release, input)) {
      await deleteUpload(tx, uploadId);
      return { isKept: true, unused: uploadId };
    }
    const upload = await findUpload(tx, uploadId);
    if (!upload) throw new DomainError('invalid_state', 'the upload has expired: send it again');
    const others = (await listWaitingFiles(tx, releaseId)).filter((file) => file.filename !== filename);
    const taken = [...release.artifacts, ...others].map((file) => file.filename);
    ecosystems.get(pkg.ecosystem).assertFits(filename, taken);
    const file = { uploadId, releaseId, kind, filename, contentType, sha256, stagedBy: publisher };
    const replaced = await saveStagedFile(tx, file);
    if (replaced !== null) {
      const by = await loadUploader(tx, upload);
      await removeWaiting(tx, by, { packageId, releaseId, uploadId: replaced });
    }
    await assertRoom(tx, { owner: pkg, tokenId: upload.actor.tokenId, releaseId }, config.publish.quotas);
    return { isKept: true, unused: replaced };
  });
  if (outcome.unused !== null) await blobs.delete(stagingKey(outcome.unused));
  return outcome.isKept;
}
