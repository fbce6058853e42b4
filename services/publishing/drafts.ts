import { requireBinding, requireScope, type UserActor } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { createDigestBuilder } from '../../domain/digest.ts';
import { may } from '../../domain/authorize.ts';
import { DomainError, notFound, trustedPublishingOnly } from '../../domain/errors.ts';
import { isInFlight } from '../../domain/release.ts';
import { boundedId } from '../../domain/workflow-id.ts';
import type { ClaimPolicy } from '../../domain/namespace.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand } from '../../ecosystems/context/publishing.ts';
import type { Draft, Drafts } from '../../ecosystems/context/drafts.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import { findPackage, lockPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import {
  closeDraft,
  type DraftRow,
  insertDraft,
  lockDraft,
  touchDraft,
} from '../../store/postgres/releases/drafts.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import {
  listWaitingFiles,
  saveStagedFile,
  type WaitingFile,
} from '../../store/postgres/releases/staged-files.ts';
import { deleteUpload, findUpload, markForApproval } from '../../store/postgres/releases/uploads.ts';
import { ids } from '../../workflows/definitions.ts';
import { awaitEnd } from '../releases/decisions/held-release.ts';
import { createDraftRun } from './draft-run.ts';
import { createRelease, resolvePackage } from './placement.ts';
import { discard, type PublishingDeps, refuseEarly, saveUpload, takeName } from './publish.ts';

export interface DraftDeps extends PublishingDeps {
  namespaceClaims: ClaimPolicy;
}

/** Of one release: they are opened together. */
const maxFiles = 500;

/** Of a draft as such: it has no bytes itself. */
const nothing = createDigestBuilder().digest();

interface OpenDraft {
  pkg: PackageRow;
  release: ReleaseRow;
  draft: DraftRow;
}

/** Releases whose files come one by one, bound to one ecosystem. */
export function createDrafts(deps: DraftDeps, ecosystem: Format): Drafts {
  const { pool, blobs } = deps;
  const run = createDraftRun(deps, ecosystem);
  const keysOf = (name: string, version: string) => ({
    nameKey: ecosystem.names.canonical(name),
    versionKey: ecosystem.versions.canonical(version),
  });

  /** Locked until the transaction ends. @throws DomainError `not_found`, `forbidden` */
  async function lockOpen(
    tx: Transaction,
    caller: Caller<UserActor>,
    name: string,
    version: string,
  ): Promise<OpenDraft> {
    const { nameKey, versionKey } = keysOf(name, version);
    const found = await findPackage(tx, ecosystem.id, nameKey);
    if (!found) throw notFound('draft');
    const pkg = await lockPackage(tx, found.id);
    const release = await findRelease(tx, pkg.id, versionKey);
    const draft = release && (await lockDraft(tx, release.id));
    if (!release || !draft || draft.isDiscarded || release.publishedAt !== null) throw notFound('draft');
    assertTouchable(pkg, caller);
    return { pkg, release, draft };
  }

  /** The draft that the file belongs to; a new one where the version is free. */
  async function openFor(
    tx: Transaction,
    command: PublishCommand & { caller: Caller<UserActor> },
    idleSeconds: number | null,
  ): Promise<{
    releaseId: string;
    draftUploadId: string;
    isNew: boolean;
    packageId: string;
    idleSeconds: number | null;
  }> {
    const { declared, upload } = command;
    const { nameKey, versionKey } = keysOf(declared.name, declared.version);
    const file = await findUpload(tx, upload.uploadId);
    if (!file) throw new DomainError('invalid_state', 'the upload has expired: send it again');
    const { pkg, isNew } = await resolvePackage(tx, {
      ecosystem,
      upload: file,
      nameKey,
      namespaceClaims: deps.namespaceClaims,
    });
    const release = await findRelease(tx, pkg.id, versionKey);
    const draft = release && (await lockDraft(tx, release.id));
    const isOpen = release !== null && isInFlight(release) && draft !== null && !draft.isDiscarded;
    if (isOpen && draft.isCommitted) throw committed();
    if (isOpen) {
      return {
        releaseId: release.id,
        draftUploadId: release.uploadId,
        isNew: false,
        packageId: pkg.id,
        idleSeconds: draft.idleSeconds,
      };
    }
    const { file: _file, ...whole } = declared;
    const draftUpload = { uploadId: newId(), sizeBytes: 0, ...nothing };
    await saveUpload(
      { ...deps, pool: tx },
      ecosystem,
      command.caller.actor,
      { ...command, declared: whole, upload: draftUpload },
      {
        packageId: pkg.id,
        purpose: { kind: 'publish', isDraft: true },
      },
    );
    const row = await findUpload(tx, draftUpload.uploadId);
    if (!row) throw new Error('an upload that was just saved is gone');
    const workflowId = boundedId(ids.publish(ecosystem.id, nameKey, versionKey));
    const releaseId = await createRelease(tx, {
      ecosystem,
      pkg,
      isNew,
      upload: row,
      versionKey,
      workflowId,
      isLeftBehind: () => draft?.isDiscarded === true,
    });
    await insertDraft(tx, { releaseId, idleSeconds });
    return { releaseId, draftUploadId: row.id, isNew: true, packageId: pkg.id, idleSeconds };
  }

  async function add(
    command: PublishCommand & { caller: Caller<UserActor> },
    options: { idleSeconds?: number; keeps?: boolean },
  ) {
    const { declared, upload, caller } = command;
    const { kind, filename, contentType } = ecosystem.file(declared);
    return pool.transaction(async (tx) => {
      const found = await findPackage(tx, ecosystem.id, ecosystem.names.canonical(declared.name));
      await saveUpload({ ...deps, pool: tx }, ecosystem, caller.actor, command, {
        packageId: found?.id ?? null,
        purpose: { kind: 'draft-file' },
      });
      const idleSeconds = options.idleSeconds ?? null;
      const open = await openFor(tx, command, idleSeconds);
      const { releaseId, draftUploadId, isNew } = open;
      // whoever carries the draft waits for another time from now on
      const needsLook = isNew || (idleSeconds !== null && idleSeconds !== open.idleSeconds);
      const files = await listWaitingFiles(tx, releaseId);
      const earlier = files.find((file) => file.filename === filename);
      if (earlier?.sha256 === upload.sha256) {
        await deleteUpload(tx, upload.uploadId);
        await touchDraft(tx, releaseId, idleSeconds);
        return { outcome: 'present' as const, isNew, needsLook, unused: upload.uploadId, draftUploadId };
      }
      if (earlier && options.keeps === true) {
        throw new DomainError('digest_conflict', `${filename} was sent already with other content`);
      }
      if (!earlier && files.length >= maxFiles) {
        throw new DomainError('policy_violation', `a release has at most ${maxFiles} files`);
      }
      const stagedBy = caller.actor.userId;
      const file = { kind, filename, contentType, sha256: upload.sha256, stagedBy };
      const replaced = await saveStagedFile(tx, { ...file, uploadId: upload.uploadId, releaseId });
      if (replaced !== null) await deleteUpload(tx, replaced);
      if (caller.actor.needsApproval === true) await markForApproval(tx, draftUploadId);
      await touchDraft(tx, releaseId, idleSeconds);
      const outcome = earlier ? ('replaced' as const) : ('added' as const);
      return { outcome, isNew, needsLook, unused: replaced, draftUploadId };
    });
  }

  return {
    async put(command, options = {}) {
      const { caller, declared, upload } = command;
      try {
        const actor = requireScope(caller.actor, 'packages:write');
        const { nameKey, versionKey } = keysOf(declared.name, declared.version);
        const known = await refuseEarly(pool, ecosystem, actor, { nameKey, versionKey });
        if (!known) await takeName(deps, ecosystem, actor, { nameKey, uploadId: upload.uploadId });
        const added = await add({ ...command, caller: { ...caller, actor } }, options);
        if (added.unused !== null) await blobs.delete(stagingKey(added.unused));
        // one whose start is lost the reconciler starts, or its commit
        if (added.needsLook) await run.wake(added.draftUploadId, actor.username).catch(() => undefined);
        return { outcome: added.outcome, isNew: added.isNew };
      } catch (error) {
        if (error instanceof DomainError && error.isPermanent) await discard(deps, upload.uploadId);
        throw error;
      }
    },

    async get(caller, name, version) {
      const actor = requireScope(caller.actor, 'packages:write');
      return pool.transaction(async (tx) => {
        const open = await lockOpen(tx, { ...caller, actor }, name, version);
        return present(open, await listWaitingFiles(tx, open.release.id));
      });
    },

    async remove(caller, name, version, filename) {
      const actor = requireScope(caller.actor, 'packages:write');
      const uploadId = await pool.transaction(async (tx) => {
        const { release, draft } = await lockOpen(tx, { ...caller, actor }, name, version);
        if (draft.isCommitted) throw committed();
        const file = (await listWaitingFiles(tx, release.id)).find((other) => other.filename === filename);
        if (!file) throw notFound('file');
        await deleteUpload(tx, file.id);
        await touchDraft(tx, release.id);
        return file.id;
      });
      await blobs.delete(stagingKey(uploadId));
    },

    async commit(caller, name, version) {
      const actor = requireScope(caller.actor, 'packages:write');
      const draft = await pool.transaction(async (tx) => {
        const open = await lockOpen(tx, { ...caller, actor }, name, version);
        const { release, draft } = open;
        // said before: whoever says it again waits for the same end
        const known = { uploadId: release.uploadId, releaseId: release.id };
        if (draft.isCommitted) return known;
        if ((await listWaitingFiles(tx, release.id)).length === 0) {
          throw new DomainError('invalid_state', 'the draft has no files yet');
        }
        if (actor.needsApproval === true) await markForApproval(tx, release.uploadId);
        await closeDraft(tx, release.id, 'committed');
        await audit(tx, open, { ...caller, actor }, 'release_draft_commit');
        return known;
      });
      return run.settle(draft, actor.username);
    },

    async discard(caller, name, version) {
      const actor = requireScope(caller.actor, 'packages:write');
      const { uploadId, workflowId } = await pool.transaction(async (tx) => {
        const open = await lockOpen(tx, { ...caller, actor }, name, version);
        if (open.draft.isCommitted) throw committed();
        await closeDraft(tx, open.release.id, 'discarded');
        await audit(tx, open, { ...caller, actor }, 'release_draft_discard');
        return open.release;
      });
      await run.wake(uploadId, actor.username);
      await awaitEnd(deps.client, workflowId);
    },
  };

  async function audit(
    tx: Transaction,
    { pkg, release }: OpenDraft,
    caller: Caller<UserActor>,
    action: 'release_draft_commit' | 'release_draft_discard',
  ): Promise<void> {
    await writeAudit(tx, {
      action,
      performer: performedBy(caller),
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: release.id,
      metadata: { ecosystem: ecosystem.id, name: pkg.name, version: release.version },
    });
  }
}

const committed = () =>
  new DomainError('invalid_state', 'all files of this version have come: it takes no more');

/** Whoever may publish the package may bring and commit its drafts; for others there are none. */
function assertTouchable(pkg: PackageRow, { actor, repository }: Caller<UserActor>): void {
  if (!may(actor, 'publish', pkg)) throw notFound('draft');
  if (repository !== null && repository !== pkg.repositorySlug) throw notFound('draft');
  requireBinding(actor, { packageId: pkg.id, repositoryId: pkg.repositoryId });
  if (pkg.trustedPublishingOnly && actor.exchangedIn === undefined) throw trustedPublishingOnly(pkg.name);
}

function present({ pkg, release, draft }: OpenDraft, files: readonly WaitingFile[]): Draft {
  const { openedAt, touchedAt, idleSeconds } = draft;
  return {
    name: pkg.name,
    version: release.version,
    openedAt,
    touchedAt,
    commitsAt: idleSeconds === null ? null : new Date(touchedAt.getTime() + idleSeconds * 1_000),
    files: files.map(({ kind, filename, contentType, sizeBytes, sha256, sha512, sha1, md5, stagedAt }) => ({
      kind,
      filename,
      contentType,
      sizeBytes,
      sha256,
      sha512,
      sha1,
      md5,
      stagedAt,
    })),
  };
}
