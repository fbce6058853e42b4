import { requireUser } from '../../domain/actor.ts';
import { as } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import type { StagedFile, StagedFiles } from '../../ecosystems/context/staging.ts';
import {
  countStagedFiles,
  type ListedFile,
  listStagedFiles,
  listStagedFilesOf,
  type StagedFileFilter,
  type StagedFileRow,
} from '../../store/postgres/releases/staged-files.ts';
import { discard } from '../../services/publishing/publish.ts';
import type { EcosystemDeps } from './context.ts';
import {
  type AssertMount,
  createStagedSubjects,
  presentStaged,
  seenBy,
  type StagedSubject,
} from './staged-subjects.ts';

/** Files that wait with a staged release, bound to one ecosystem. */
export function createStagedFiles(
  deps: EcosystemDeps,
  ecosystem: Ecosystem,
  assertMount: AssertMount,
): StagedFiles {
  const { pool } = deps;
  const subjects = createStagedSubjects(pool, ecosystem, assertMount);

  async function findFile({ release }: StagedSubject, kind: string): Promise<StagedFileRow> {
    const file = (await listStagedFilesOf(pool, release.id)).find((other) => other.kind === kind);
    if (!file) throw notFound('file');
    return file;
  }

  return {
    async stage(command) {
      const { caller, declared, upload } = command;
      try {
        const file = ecosystem.file(declared);
        const { release } = await subjects.manage(caller, declared.name, declared.version);
        const files = await listStagedFilesOf(pool, release.id);
        const earlier = files.find(({ filename }) => filename === file.filename);
        const outcome = await deps.publishFile(ecosystem, command, {
          waitsForRelease: true,
        });
        if (outcome.status === 'pending') return 'pending';
        return earlier === undefined ? 'staged' : 'replaced';
      } catch (error) {
        if (error instanceof DomainError && error.isPermanent) await discard(deps, upload.uploadId);
        throw error;
      }
    },

    async list(caller, kind, window) {
      const user = requireUser(caller.actor);
      await assertMount(caller);
      const filter: StagedFileFilter = { ...seenBy(ecosystem, as(caller, user)), kind };
      const total = await countStagedFiles(pool, filter);
      return { total, items: (await listStagedFiles(pool, filter, window)).map(presentListed) };
    },

    async get(caller, kind, name, version) {
      const subject = await subjects.see(caller, name, version);
      const { pkg, release } = subject;
      return present(await findFile(subject, kind), presentStaged(pkg, release, null));
    },

    async discard(caller, kind, name, version) {
      const subject = await subjects.manage(caller, name, version);
      const { uploadId } = await findFile(subject, kind);
      await discard(deps, uploadId);
    },
  };
}

function present(
  { kind, filename, sha256, stagedAt }: StagedFileRow,
  parent: StagedFile['parent'],
): StagedFile {
  return { parent, kind, filename, sha256, stagedAt };
}

function presentListed(file: ListedFile): StagedFile {
  const { releaseId: id, name, version, state, statusReason, ownerName, uploadSha256, uploadedAt } = file;
  return present(file, { id, name, version, state, statusReason, ownerName, uploadSha256, uploadedAt });
}
