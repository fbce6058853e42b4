import { hostedPackage } from '../domain/package-address.ts';
import { canRead } from '../domain/access.ts';
import { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError, notFound } from '../domain/errors.ts';
import { isReadable } from '../domain/release.ts';
import type { Format } from '../ecosystems/format.ts';
import { assertTaken, firstFileOf } from '../services/policies/refuse-upload.ts';
import { findPackage, type PackageRow } from '../store/postgres/packages/packages.ts';
import { findRelease, type ReleaseRow } from '../store/postgres/releases/releases.ts';
import { listStagedFilesOf } from '../store/postgres/releases/staged-files.ts';
import { findUpload, type UploadRow } from '../store/postgres/releases/uploads.ts';
import type { FileInput } from '../workflows/definitions.ts';
import { addFile, type FileOutcome } from './add-file.ts';
import { assertOpen } from '../services/publishing/assert-open.ts';
import { discard } from '../services/publishing/uploads.ts';
import { assertMayPublish, loadUploader } from '../services/publishing/placement.ts';
import type { PublishDeps } from './publish-deps.ts';
import { hasFile } from './store-files.ts';
import { keepStagedFile, type StagedFileInput } from './staged-files.ts';

export interface FileTarget {
  packageId: string;
  releaseId: string;
  /** The release has exactly this file already. */
  isPresent: boolean;
  /** Nobody sees the release yet: the file waits with it. */
  isWaiting?: boolean;
}

export type FileActivities = ReturnType<typeof createFileActivities>;

/** The steps of `publishFile`. Each can run twice with the same outcome. */
export function createFileActivities(deps: Omit<PublishDeps, 'namespaceClaims' | 'carrier'>) {
  const { pool, ecosystems } = deps;
  async function getUpload(input: FileInput): Promise<UploadRow> {
    const upload = await findUpload(pool, input.uploadId);
    if (!upload) throw new DomainError('invalid_state', 'the upload has expired: send it again');
    if (!isSentFor(upload, input)) throw notSentForThis();
    return upload;
  }

  /** Once the bytes have found their place there is no upload any more. */
  async function assertSentFor(input: FileInput): Promise<void> {
    const upload = await findUpload(pool, input.uploadId);
    if (upload && !isSentFor(upload, input)) throw notSentForThis();
  }

  /** Whether policies let one more file follow those that came. @throws DomainError `policy_violation` */
  async function assertFollows(ecosystem: Format, pkg: PackageRow, release: ReleaseRow): Promise<void> {
    const { name, id: packageId } = pkg;
    const { version } = release;
    await assertTaken(pool, ecosystem, { packageId, name, version, firstFileAt: firstFileOf(release) });
  }

  return {
    /** Whether this person may add the file, and whether it has to be added. */
    async findTarget(input: FileInput): Promise<FileTarget> {
      const upload = await getUpload(input);
      const ecosystem = ecosystems.get(EcosystemId.parse(input.ecosystem));
      const actor = await loadUploader(pool, upload);
      const pkg = await findPackage(pool, hostedPackage(ecosystem.id, ecosystem.names.canonical(input.name)));
      if (!pkg || !canRead(pkg, actor)) throw notFound('package');
      assertMayPublish(pkg, actor, upload);
      assertOpen(ecosystem, pkg);
      const release = await findRelease(pool, pkg.id, ecosystem.versions.canonical(input.version));
      if (!release) throw notFound('version');
      const target = { packageId: pkg.id, releaseId: release.id };
      if (isReadable(release)) {
        const isPresent = hasFile(release, input);
        if (!isPresent) await assertFollows(ecosystem, pkg, release);
        return { ...target, isPresent };
      }
      if (input.waitsForRelease !== true || !isStaged(release)) throw notFound('version');
      const files = await listStagedFilesOf(pool, release.id);
      const isPresent = files.some(
        ({ filename, sha256 }) => filename === input.filename && sha256 === input.sha256,
      );
      if (!isPresent) await assertFollows(ecosystem, pkg, release);
      return { ...target, isPresent, isWaiting: true };
    },

    /** Keeps the file with a release that no reader sees yet, or adds it after all. */
    async keepFile(input: StagedFileInput): Promise<FileOutcome> {
      await assertSentFor(input);
      if (await keepStagedFile(deps, input)) return { status: 'staged', reason: null };
      return addFile(deps, input);
    },

    /** Adds the file, or holds it: see {@link addFile}. Asked again when a held one may have been decided. */
    async attach(input: StagedFileInput): Promise<FileOutcome> {
      await assertSentFor(input);
      return addFile(deps, input);
    },

    /** What is left of a file that was refused; not what was sent for another purpose. */
    async withdrawFile(input: FileInput): Promise<void> {
      const upload = await findUpload(pool, input.uploadId);
      if (upload && isSentFor(upload, input)) await discard(deps, upload.id);
    },
  };
}

function isStaged({ state, publishedAt }: ReleaseRow): boolean {
  return (state === 'quarantine' || state === 'scanning') && publishedAt === null;
}

const notSentForThis = () => new DomainError('invalid_state', 'the upload was sent for another purpose');

/** Whoever reaches the workflow service can start the workflow with any upload, under any name. */
function isSentFor({ purpose, ...upload }: UploadRow, input: FileInput): boolean {
  const { name, version } = upload.declared;
  const isSame =
    input.name === name &&
    input.version === version &&
    input.ecosystem === upload.ecosystem &&
    input.sha256 === upload.sha256 &&
    input.publisher === upload.actor.userId;
  // uploads of older versions don't say
  if (!isSame || purpose === null) return isSame;
  if (purpose.kind !== 'attach') return false;
  const { kind, filename, contentType, waitsForRelease } = purpose.file;
  const isSameFile = input.kind === kind && input.filename === filename && input.contentType === contentType;
  return isSameFile && waitsForRelease === (input.waitsForRelease === true);
}
