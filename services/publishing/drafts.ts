import { hostedPackage } from '../../domain/package-address.ts';
import { requireBinding, requireScope, type UserActor } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { may, requireSecondFactor } from '../../domain/authorize.ts';
import { DomainError, notFound, trustedPublishingOnly } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Draft, Drafts } from '../../ecosystems/context/drafts.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findPackage, lockPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Queryable, Transaction } from '../../store/postgres/pool.ts';
import {
  closeDraft,
  type DraftRow,
  findDraft,
  lockDraft,
  touchDraft,
} from '../../store/postgres/releases/drafts.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { listWaitingFiles, type WaitingFile } from '../../store/postgres/releases/staged-files.ts';
import { markForApproval } from '../../store/postgres/releases/uploads.ts';
import { awaitEnd } from '../releases/decisions/held-release.ts';
import { assertRemovable, removeWaiting } from '../releases/removable.ts';
import { listLostAuthority } from './authority.ts';
import { createDeploys } from './deploys.ts';
import { createDraftRun } from './draft-run.ts';
import { allFilesCame, createDraftFiles } from './draft-files.ts';
import type { Platform } from '../platform.ts';
import { refuseEarly, takeName } from './refuse-early.ts';
import { discard } from './uploads.ts';

interface OpenDraft {
  pkg: PackageRow;
  release: ReleaseRow;
  draft: DraftRow;
}

/** Releases with separately uploaded files, bound to one ecosystem. */
export function createDrafts(platform: Platform, ecosystem: Format): Drafts {
  const { pool, blobs } = platform;
  const run = createDraftRun(platform, ecosystem);
  const add = createDraftFiles(platform, ecosystem);
  const keysOf = (name: string, version: string) => ({
    nameKey: ecosystem.names.canonical(name),
    versionKey: ecosystem.versions.canonical(version),
  });

  /** `lock`: locks the draft until the end of the transaction. @throws DomainError `not_found`, `forbidden` */
  async function findOpen(
    db: Queryable,
    caller: Caller<UserActor>,
    named: { name: string; version: string },
    lock?: Transaction,
  ): Promise<OpenDraft> {
    const { nameKey, versionKey } = keysOf(named.name, named.version);
    const found = await findPackage(db, hostedPackage(ecosystem.id, nameKey));
    if (!found) throw notFound('draft');
    const pkg = lock ? await lockPackage(lock, found.id) : found;
    const release = await findRelease(db, pkg.id, versionKey);
    const draft = release && (lock ? await lockDraft(lock, release.id) : await findDraft(db, release.id));
    if (!release || !draft || draft.isDiscarded || release.publishedAt !== null) throw notFound('draft');
    assertTouchable(pkg, caller);
    return { pkg, release, draft };
  }

  const lockOpen = (tx: Transaction, caller: Caller<UserActor>, named: { name: string; version: string }) =>
    findOpen(tx, caller, named, tx);

  async function close(tx: Transaction, caller: Caller<UserActor>, named: { name: string; version: string }) {
    const open = await lockOpen(tx, caller, named);
    const { release, draft } = open;
    // committed before: a repeated commit waits for the same result
    const known = { uploadId: release.uploadId, releaseId: release.id };
    if (draft.isCommitted) return known;
    if ((await listWaitingFiles(tx, release.id)).length === 0) {
      throw new DomainError('invalid_state', 'the draft has no files yet');
    }
    const [lost] = await listLostAuthority(tx, open.pkg, release);
    if (lost) throw new DomainError('invalid_state', `the draft is withdrawn: ${lost.why}`);
    if (caller.actor.needsApproval === true) await markForApproval(tx, release.uploadId);
    await closeDraft(tx, release.id, 'committed');
    await audit(tx, open, caller, 'release_draft_commit');
    return known;
  }

  const commitModule = createDeploys({ pool, run, findOpen, lockOpen, close });

  return {
    async put(command, options = {}) {
      const { caller, declared, upload } = command;
      try {
        const actor = requireScope(caller.actor, 'packages:write');
        const { nameKey, versionKey } = keysOf(declared.name, declared.version);
        const known = await refuseEarly(pool, ecosystem, actor, {
          nameKey,
          versionKey,
          name: declared.name,
        });
        if (!known) await takeName(platform, ecosystem, actor, { nameKey, uploadId: upload.uploadId });
        const added = await unlessTaken(() => add({ ...command, caller: { ...caller, actor } }, options));
        if (added.unused !== null) await blobs.delete(stagingKey(added.unused));
        // if this fails, the reconciler starts the draft or its commit
        if (added.needsLook) await run.wake(added.draftUploadId, actor.username).catch(() => undefined);
        return { outcome: added.outcome, isNew: added.isNew };
      } catch (error) {
        if (error instanceof DomainError && error.isPermanent) await discard(platform, upload.uploadId);
        throw error;
      }
    },

    async get(caller, name, version) {
      const actor = requireScope(caller.actor, 'packages:write');
      // waiting clients poll it: it must not take a lock that an added file waits for
      const open = await findOpen(pool, { ...caller, actor }, { name, version });
      return present(open, await listWaitingFiles(pool, open.release.id));
    },

    async remove(caller, name, version, filename) {
      const actor = requireScope(caller.actor, 'packages:write');
      const uploadId = await pool.transaction(async (tx) => {
        const open = await lockOpen(tx, { ...caller, actor }, { name, version });
        const { release, draft } = open;
        if (draft.isCommitted) throw allFilesCame();
        const file = (await listWaitingFiles(tx, release.id)).find((other) => other.filename === filename);
        if (!file) throw notFound('file');
        const removed = { packageId: open.pkg.id, releaseId: release.id, uploadId: file.id };
        await removeWaiting(tx, actor, removed);
        await touchDraft(tx, release.id);
        await audit(tx, open, { ...caller, actor }, 'artifact_remove', { filename, sha256: file.sha256 });
        return file.id;
      });
      await blobs.delete(stagingKey(uploadId));
    },

    async commit(caller, name, version) {
      const actor = requireScope(caller.actor, 'packages:write');
      const draft = await pool.transaction((tx) => close(tx, { ...caller, actor }, { name, version }));
      return run.settle(draft, actor.username);
    },

    commitModule: (caller, name, version) => commitModule(caller, { name, version }),

    async discard(caller, name, version) {
      const actor = requireScope(caller.actor, 'packages:write');
      const { uploadId, workflowId } = await pool.transaction(async (tx) => {
        const open = await lockOpen(tx, { ...caller, actor }, { name, version });
        if (open.draft.isCommitted) throw allFilesCame();
        await assertRemovable(tx, actor, { packageId: open.pkg.id, releaseId: open.release.id });
        await closeDraft(tx, open.release.id, 'discarded');
        await audit(tx, open, { ...caller, actor }, 'release_draft_discard');
        return open.release;
      });
      await run.wake(uploadId, actor.username);
      await awaitEnd(platform.client, workflowId);
    },
  };

  async function audit(
    tx: Transaction,
    { pkg, release }: OpenDraft,
    caller: Caller<UserActor>,
    action: 'release_draft_commit' | 'release_draft_discard' | 'artifact_remove',
    facts: Record<string, string> = {},
  ): Promise<void> {
    await writeAudit(tx, {
      action,
      performer: performedBy(caller),
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: release.id,
      metadata: { ecosystem: ecosystem.id, name: pkg.name, version: release.version, ...facts },
    });
  }
}

/** The most concurrent requests that may take a name or a namespace first; afterwards both exist. */
const maxRaces = 5;

/** Repeats an attempt: clients send the first files of a deploy concurrently, and each would create the package. */
async function unlessTaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let races = 1; ; races++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'overloaded' || races === maxRaces) throw error;
    }
  }
}

/** Publishers of the package may fill and commit its drafts; for others no drafts exist. */
function assertTouchable(pkg: PackageRow, { actor, repository }: Caller<UserActor>): void {
  if (!may(actor, 'publish', pkg)) throw notFound('draft');
  if (repository !== null && repository !== pkg.repositorySlug) throw notFound('draft');
  requireSecondFactor(actor, pkg);
  requireBinding(actor, pkg);
  if (pkg.trustedPublishingOnly && actor.exchangedIn === undefined) throw trustedPublishingOnly(pkg.name);
}

function present({ pkg, release, draft }: OpenDraft, waiting: readonly WaitingFile[]): Draft {
  const { openedAt, touchedAt, idleSeconds, isCommitted } = draft;
  // files of a committed draft only wait for the scanner
  const stored = release.artifacts.map((file) => ({ ...file, stagedAt: file.uploadedAt }));
  const files = [...stored, ...waiting];
  return {
    name: pkg.name,
    version: release.version,
    openedAt,
    touchedAt,
    isCommitted,
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
