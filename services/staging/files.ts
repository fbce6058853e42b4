import { requireUser } from '../../domain/actor.ts';
import { may } from '../../domain/authorize.ts';
import { as, type Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { HeldFile, StagedFile } from '../../ecosystems/context/staging.ts';
import type { StagedRelease } from '../../ecosystems/context/staged-releases.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand } from '../../ecosystems/context/publishing.ts';
import type { Blobs } from '../../store/blobs/blobs.ts';
import {
  countStagedFiles,
  type ListedFile,
  listHeldFiles,
  listStagedFiles,
  listStagedFilesOf,
  type StagedFileRow,
} from '../../store/postgres/releases/staged-files.ts';
import { type FindDeps, getPackage, getReleaseOf } from '../packages/find.ts';
import { assertMount } from '../packages/mount.ts';
import type { PublishFile } from '../publishing/publish-file.ts';
import { discard } from '../publishing/uploads.ts';
import { getStagedToChange, type NamedRelease, presentStaged, seenBy, seeStaged } from './subjects.ts';

/** Files that wait on their own to join a visible release, for those who look after it; for others there are none. */
export async function listHeld(
  deps: FindDeps,
  caller: Caller,
  { version, ...named }: NamedRelease,
): Promise<readonly HeldFile[]> {
  const subject = await getPackage(deps, caller, named);
  const release = await getReleaseOf(deps, caller, subject, version);
  return may(caller.actor, 'oversee', subject.pkg) ? listHeldFiles(deps.pool, release.id) : [];
}

export interface StagedFilesDeps extends FindDeps {
  blobs: Blobs;
  publishFile: PublishFile;
}

/**
 * Checks the file as a publish would and keeps it. Other bytes replace it, equal ones change nothing. Pending is still
 * being checked. @throws DomainError `not_found` when the release is not staged, `forbidden`, and others when refused
 */
export async function stageFile(
  deps: StagedFilesDeps,
  ecosystem: Format,
  command: PublishCommand,
): Promise<'staged' | 'replaced' | 'pending'> {
  const { caller, declared, upload } = command;
  const { name, version } = declared;
  try {
    const file = ecosystem.file(declared);
    const { release } = await getStagedToChange(deps, caller, { ecosystem, name, version });
    const files = await listStagedFilesOf(deps.pool, release.id);
    const earlier = files.find(({ filename }) => filename === file.filename);
    const outcome = await deps.publishFile(ecosystem, command, { waitsForRelease: true });
    if (outcome.status === 'pending') return 'pending';
    return earlier === undefined ? 'staged' : 'replaced';
  } catch (error) {
    if (error instanceof DomainError && error.isPermanent) await discard(deps, upload.uploadId);
    throw error;
  }
}

/** Newest first. @throws DomainError `unauthenticated` */
export async function listFiles(
  deps: FindDeps,
  caller: Caller,
  { ecosystem, kind }: { ecosystem: Format; kind: string },
  window: { offset: number; limit: number },
): Promise<{ total: number; items: readonly StagedFile[] }> {
  const user = requireUser(caller.actor);
  await assertMount(deps, caller);
  const filter = { ...seenBy(ecosystem, as(caller, user)), kind };
  const total = await countStagedFiles(deps.pool, filter);
  return { total, items: (await listStagedFiles(deps.pool, filter, window)).map(presentListed) };
}

/** @throws DomainError `unauthenticated`, `not_found` */
export async function getFile(
  deps: FindDeps,
  caller: Caller,
  { kind, ...named }: NamedRelease & { kind: string },
): Promise<StagedFile> {
  const { pkg, release } = await seeStaged(deps, caller, named);
  return present(await findFile(deps, release.id, kind), presentStaged(pkg, release, null));
}

/** @throws DomainError `not_found`, `insufficient_scope`, `forbidden` */
export async function discardFile(
  deps: StagedFilesDeps,
  caller: Caller,
  { kind, ...named }: NamedRelease & { kind: string },
): Promise<void> {
  const { release } = await getStagedToChange(deps, caller, named);
  const { uploadId } = await findFile(deps, release.id, kind);
  await discard(deps, uploadId);
}

async function findFile({ pool }: FindDeps, releaseId: string, kind: string): Promise<StagedFileRow> {
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
