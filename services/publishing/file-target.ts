import { canRead } from '../../domain/access.ts';
import { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { hostedPackage } from '../../domain/package-address.ts';
import { isReadable } from '../../domain/release.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { listStagedFilesOf } from '../../store/postgres/releases/staged-files.ts';
import { findUpload, type UploadRow } from '../../store/postgres/releases/uploads.ts';
import type { FileInput } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';
import { assertTaken, firstFileOf } from '../policies/refuse-upload.ts';
import { assertOpen } from './assert-open.ts';
import { hasFile } from './joining-files.ts';
import { assertMayPublish, loadUploader } from './placement.ts';
import { discard, type Staged } from './uploads.ts';

/** The release that the file is for. */
export interface FileTarget {
  packageId: string;
  releaseId: string;
  /** The release already has exactly this file. */
  isPresent: boolean;
  /** The release is not visible yet: the file waits with it. */
  isWaiting?: boolean;
}

/**
 * Finds the release of a file, and checks whether the uploader may add the file and whether it has to be added.
 * @throws DomainError `invalid_state`, `not_found`, `forbidden`, `policy_violation`, `digest_conflict`
 */
export async function findFileTarget(
  platform: Pick<Platform, 'pool' | 'ecosystems'>,
  input: FileInput,
): Promise<FileTarget> {
  const { pool, ecosystems } = platform;
  const upload = await findUpload(pool, input.uploadId);
  if (!upload) throw new DomainError('invalid_state', 'the upload has expired: send it again');
  if (!isSentFor(upload, input)) throw sentForAnother();
  const ecosystem = ecosystems.get(EcosystemId.parse(input.ecosystem));
  const actor = await loadUploader(pool, upload);
  const pkg = await findPackage(pool, hostedPackage(ecosystem.id, ecosystem.names.canonical(input.name)));
  if (!pkg || !canRead(pkg, actor)) throw notFound('package');
  await assertMayPublish(pool, pkg, actor, upload);
  assertOpen(ecosystem, pkg);
  const release = await findRelease(pool, pkg.id, ecosystem.versions.canonical(input.version));
  if (!release) throw notFound('version');
  const isVisible = isReadable(release);
  if (!isVisible && !(input.waitsForRelease === true && isUnseen(release))) throw notFound('version');
  const isPresent = isVisible ? hasFile(release, input) : await isStaged(platform, release, input);
  if (!isPresent) {
    const { name, id: packageId } = pkg;
    const firstFileAt = firstFileOf(release);
    await assertTaken(pool, ecosystem, { packageId, name, version: release.version, firstFileAt });
  }
  const target = { packageId: pkg.id, releaseId: release.id, isPresent };
  return isVisible ? target : { ...target, isWaiting: true };
}

/** Passes without an upload: its bytes have then joined the release. @throws DomainError `invalid_state` */
export async function assertSentFor({ pool }: Pick<Platform, 'pool'>, input: FileInput): Promise<void> {
  const upload = await findUpload(pool, input.uploadId);
  if (upload && !isSentFor(upload, input)) throw sentForAnother();
}

/** Removes the bytes of a refused file, unless they were sent for another purpose. */
export async function discardFile(platform: Staged, input: FileInput): Promise<void> {
  const upload = await findUpload(platform.pool, input.uploadId);
  if (upload && isSentFor(upload, input)) await discard(platform, upload.id);
}

async function isStaged(
  { pool }: Pick<Platform, 'pool'>,
  release: ReleaseRow,
  { filename, sha256 }: FileInput,
): Promise<boolean> {
  const files = await listStagedFilesOf(pool, release.id);
  return files.some((file) => file.filename === filename && file.sha256 === sha256);
}

function isUnseen({ state, publishedAt }: ReleaseRow): boolean {
  return (state === 'quarantine' || state === 'scanning') && publishedAt === null;
}

const sentForAnother = () => new DomainError('invalid_state', 'the upload was sent for another purpose');

/**
 * Checks the purpose of the upload: a client of the workflow service can start the workflow with any upload and name.
 */
function isSentFor({ purpose, ...upload }: UploadRow, input: FileInput): boolean {
  const { name, version } = upload.declared;
  const isSame =
    input.name === name &&
    input.version === version &&
    input.ecosystem === upload.ecosystem &&
    input.sha256 === upload.sha256 &&
    input.publisher === upload.actor.userId;
  if (!isSame || purpose.kind !== 'attach') return false;
  const { kind, filename, contentType, waitsForRelease } = purpose.file;
  const isSameFile = input.kind === kind && input.filename === filename && input.contentType === contentType;
  return isSameFile && waitsForRelease === (input.waitsForRelease === true);
}
