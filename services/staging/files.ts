import { requireUser } from '../../domain/actor.ts';
import { may } from '../../domain/authorize.ts';
import { as, type Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { HeldFile, StagedFile } from '../../ecosystems/context/staging.ts';
import type { StagedRelease } from '../../ecosystems/context/staged-releases.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand } from '../../ecosystems/context/publishing.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { lockPackage } from '../../store/postgres/packages/packages.ts';
import {
  countStagedFiles,
  type ListedFile,
  listHeldFiles,
  listStagedFiles,
  listStagedFilesOf,
  type StagedFileRow,
} from '../../store/postgres/releases/staged-files.ts';
import { getPackage, getReleaseOf, type NamedVersion } from '../packages/find.ts';
import { assertMount } from '../packages/mount.ts';
import { discard } from '../publishing/uploads.ts';
import { removeWaiting } from '../releases/removable.ts';
import { getStagedToChange, presentStaged, seeStaged, seenBy } from './subjects.ts';
import { publishFile } from '../publishing/publish-file.ts';
import type { Platform } from '../platform.ts';

/** Files that wait separately to join a visible release, for its managers; empty for others. */
export async function listHeld(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { version, ...named }: NamedVersion,
): Promise<readonly HeldFile[]> {
  const subject = await getPackage(platform, caller, named);
  const release = await getReleaseOf(platform, caller, subject, version);
  return may(caller.actor, 'oversee', subject.pkg) ? listHeldFiles(platform.pool, release.id) : [];
}

/**
 * Checks the file like a publish and keeps it. Other bytes replace it, equal bytes change nothing. `pending` means
 * that the check continues. @throws DomainError `not_found` when the release is not staged, `forbidden`, and others
 * when refused
 */
export async function stageFile(
  platform: Platform,
  ecosystem: Format,
  command: PublishCommand,
): Promise<'staged' | 'replaced' | 'pending'> {
  const { caller, declared, upload } = command;
  const { name, version } = declared;
  try {
    const file = ecosystem.file(declared);
    const { release } = await getStagedToChange(platform, caller, { ecosystem, name, version });
    const files = await listStagedFilesOf(platform.pool, release.id);
    const earlier = files.find(({ filename }) => filename === file.filename);
    const outcome = await publishFile(platform, ecosystem, command, { waitsForRelease: true });
    if (outcome.status === 'pending') return 'pending';
    return earlier === undefined ? 'staged' : 'replaced';
  } catch (error) {
    if (error instanceof DomainError && error.isPermanent) await discard(platform, upload.uploadId);
    throw error;
  }
}

/** Newest first. @throws DomainError `unauthenticated` */
export async function listFiles(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { ecosystem, kind }: { ecosystem: Format; kind: string },
  window: { offset: number; limit: number },
): Promise<{ total: number; items: readonly StagedFile[] }> {
  const user = requireUser(caller.actor);
  await assertMount(platform, caller);
  const filter = { ...seenBy(ecosystem, as(caller, user)), kind };
  const total = await countStagedFiles(platform.pool, filter);
  return { total, items: (await listStagedFiles(platform.pool, filter, window)).map(presentListed) };
}

/** @throws DomainError `unauthenticated`, `not_found` */
export async function getFile(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { kind, ...named }: NamedVersion & { kind: string },
): Promise<StagedFile> {
  const { pkg, release } = await seeStaged(platform, caller, named);
  return present(await findFile(platform, release.id, kind), presentStaged(pkg, release, null));
}

/** @throws DomainError `not_found`, `insufficient_scope`, `forbidden` also when the platform withholds the file */
export async function discardFile(
  platform: Pick<Platform, 'pool' | 'blobs'>,
  caller: Caller,
  { kind, ...named }: NamedVersion & { kind: string },
): Promise<void> {
  const { pkg, release } = await getStagedToChange(platform, caller, named);
  const { uploadId } = await findFile(platform, release.id, kind);
  const removed = { packageId: pkg.id, releaseId: release.id, uploadId };
  await platform.pool.transaction(async (tx) => {
    await lockPackage(tx, pkg.id);
    await removeWaiting(tx, caller.actor, removed);
  });
  await platform.blobs.delete(stagingKey(uploadId));
}

async function findFile(
  { pool }: Pick<Platform, 'pool'>,
  releaseId: string,
  kind: string,
): Promise<StagedFileRow> {
  const file = (await listStagedFilesOf(pool, releaseId)).find((other) => other.kind === kind);
  if (!file) throw notFound('file');
  return file;
}

function present({ kind, filename, sha256, stagedAt }: StagedFileRow, parent: StagedRelease): StagedFile {
  return { parent, kind, filename, sha256, stagedAt };
}

function presentListed(file: ListedFile): StagedFile {
  const { releaseId: id, name, version, state, statusReason, ownerName, uploadSha256, uploadedAt } = file;
  return present(file, { id, name, version, state, statusReason, ownerName, uploadSha256, uploadedAt });
}
