import { activityInfo } from '@temporalio/activity';
import { type Performer, system } from '../domain/actor.ts';
import { isEndedByApproval, isInFlight } from '../domain/release.ts';
import { DomainError } from '../domain/errors.ts';
import { keepPlaced, placedBefore } from '../services/files/place-blobs.ts';
import { makeVisible } from '../services/releases/make-visible.ts';
import { findObstacle } from '../services/releases/obstacle.ts';
import { quarantineRelease } from '../services/releases/hide-release.ts';
import { rejectHeld } from '../services/releases/reject-held.ts';
import { stagingKey } from '../store/blobs/blobs.ts';
import type { BlobHold } from '../store/postgres/releases/artifacts.ts';
import { unchanged } from '../store/postgres/packages/catalog.ts';
import {
  type DecisionKind,
  isRemoval,
  listOpenDecisions,
  lockReleaseState,
  type ReleaseDecision,
  settleDecisions,
} from '../store/postgres/releases/decisions.ts';
import { startJob, updateJob } from '../store/postgres/jobs/jobs.ts';
import {
  deleteUnusedPackage,
  findPackageById,
  getPackageById,
  lockPackage,
  type PackageRow,
} from '../store/postgres/packages/packages.ts';
import type { Transaction } from '../store/postgres/pool.ts';
import {
  deleteRelease,
  findReleaseById,
  findReleaseByUpload,
  type ReleaseRow,
} from '../store/postgres/releases/releases.ts';
import { findFileSet } from '../store/postgres/releases/file-sets.ts';
import { listWaitingFiles } from '../store/postgres/releases/staged-files.ts';
import { insertSignature } from '../store/postgres/releases/release-signatures.ts';
import { deleteUpload, findUpload, takeUpload } from '../store/postgres/releases/uploads.ts';
import { type NotedDecision, type PublishInput, renderFailed } from '../workflows/definitions.ts';
import { findReleaseOfWorkflow, isCarrierOf } from './workflow-release.ts';
import { joinWaiting, loadWaiting } from './add-file.ts';
import { lookAtDraft } from './drafts.ts';
import { bytesOf, storeFiles } from './store-files.ts';
import { clearRenderFailure, publishOrPark } from './hold-unrenderable.ts';
import { quarantine } from './accept-publish.ts';
import type { PublishDeps, ReleaseRef, RunRef } from './publish-deps.ts';
import { recordScanFailure } from './scan-failure.ts';

export type PublishActivities = ReturnType<typeof createPublishActivities>;

/** The steps of `publishRelease`. Each can run twice, and after a crash at any line, with the same outcome. */
export function createPublishActivities(deps: PublishDeps) {
  const { pool, blobs, catalog, ecosystems, signer, carrier } = deps;

  /** Once: what a client has seen and trusts stays as it is, also when the release returns. */
  async function signRelease(tx: Transaction, release: ReleaseRow, pkg: PackageRow): Promise<void> {
    if (release.signatures.length > 0) return;
    const text = ecosystems.get(pkg.ecosystem).signedText?.(release, pkg);
    const signed = text === undefined ? null : signer.sign(text);
    if (signed) await insertSignature(tx, release.id, signed);
  }

  return {
    /** From here on the release exists and is invisible. Its bytes are at their content addresses, but for a draft's. */
    async accept(input: PublishInput & RunRef): Promise<ReleaseRef> {
      const release = await quarantine(deps, input);
      if (!release.isDraft) await storeFiles(deps, release);
      return release;
    },

    /** The bytes of a draft's files to their content addresses, and the release to the scanner. */
    storeDraft: (ref: ReleaseRef): Promise<void> => storeFiles(deps, ref),

    /** Whether all files of a draft have come; else for how long nobody has to look again. @throws DomainError `invalid_state` when it was thrown away */
    lookAtDraft: (ref: ReleaseRef) => lookAtDraft(deps, ref),

    /** Rests the release in quarantine, where only its managers see it. What an approval has to end stays named. */
    async hold(ref: ReleaseRef & { reason: string }): Promise<void> {
      const upload = await findUpload(pool, ref.uploadId);
      const pkg = await findPackageById(pool, ref.packageId);
      await pool.transaction(async (tx) => {
        const release = await findReleaseOfWorkflow(tx, ref, carrier());
        if (!release || !isInFlight(release)) throw withdrawn();
        const { state, statusReason } = release;
        if (state === 'quarantine' && (statusReason === ref.reason || isEndedByApproval(statusReason)))
          return;
        const performer = uploader(upload?.actor);
        await quarantineRelease(tx, { performer, pkg, release, reason: ref.reason });
        if (ref.reason === 'scan_failed') {
          const filename = release.artifacts[0]?.filename ?? '';
          await recordScanFailure(tx, { id: ref.releaseId, packageId: ref.packageId, filename });
        }
      });
    },

    /** The next thing that somebody said about the release and nothing has come of yet. */
    async findDecision(ref: ReleaseRef): Promise<NotedDecision | null> {
      const release = await findReleaseOfWorkflow(pool, ref, carrier());
      const [next] = release ? await listOpenDecisions(pool, { releaseId: release.id }) : [];
      // to the workflow both ways to throw a release away are one
      if (!next || next.kind === 'pass') return null;
      return { id: next.id, kind: next.kind === 'delete' ? 'reject' : next.kind, reason: next.reason };
    },

    /** Of a release that is to be scanned again because of it. */
    async takeDecision(ref: ReleaseRef & { decisionId: string }): Promise<void> {
      await pool.transaction(async (tx) => {
        await findReleaseOfWorkflow(tx, ref, carrier());
        const open = await listOpenDecisions(tx, { releaseId: ref.releaseId });
        const taken = open.filter((decision) => decision.id === ref.decisionId && !isRemoval(decision));
        await settleDecisions(tx, taken, 'applied');
      });
    },

    /** After a decision: what still stands against publishing, or null. One that changes nothing is over with that. */
    async review(ref: ReleaseRef & { reason: string }): Promise<string | null> {
      return pool.transaction(async (tx) => {
        await lockReleaseState(tx, ref.releaseId);
        const release = await findReleaseOfWorkflow(tx, ref, carrier());
        if (!release) throw withdrawn();
        if (release.state === 'published') return null;
        const obstacle = await findObstacle(tx, release);
        if (obstacle === null) return null;
        const open = await listOpenDecisions(tx, { releaseId: release.id });
        await settleDecisions(tx, ofKind(open, 'recheck'), 'applied');
        await settleDecisions(tx, ofKind(open, 'approve'), 'void');
        return obstacle;
      });
    },

    /** Why a release that was visible is hidden, or null when it is not hidden any more, or another's to carry. */
    async resumeHold(ref: ReleaseRef & RunRef): Promise<string | null> {
      const release = await findReleaseById(pool, ref.releaseId);
      if (release?.state !== 'quarantine' || release.publishedAt === null) return null;
      await findReleaseOfWorkflow(pool, ref, carrier());
      const pkg = await getPackageById(pool, ref.packageId);
      const { id: releaseId, version, workflowId } = release;
      const reason = release.statusReason ?? 'blocked_by_findings';
      await startJob(pool, {
        kind: 'hold_release',
        workflowId,
        runId: ref.runId,
        payload: { ecosystem: pkg.ecosystem, name: pkg.name, version, releaseId },
        waitsFor: reason,
      });
      return reason;
    },

    /**
     * One transaction: state, documents, package page, audit entry, notice to the caches. Returns what
     * stands against it by what is on record. `isReturning`: it was visible before.
     */
    async publish(ref: ReleaseRef & { isReturning?: boolean }): Promise<string | null> {
      let obstacle: string | null = null;
      let joined: readonly { id: string }[] = [];
      const waiting = await loadWaiting(deps, ref.releaseId);
      // without a change nothing is rendered: what can't be rendered must not become the reason of a hold
      const publish = async (tx: Transaction, pkg: PackageRow, placed: readonly BlobHold[]) => {
        await lockReleaseState(tx, ref.releaseId);
        const release = await findReleaseOfWorkflow(tx, ref, carrier());
        if (!release) throw withdrawn();
        if (release.state === 'published') return unchanged;
        // a repeated step, and somebody has hidden already what the first try made visible
        if (release.publishedAt !== null && ref.isReturning !== true) return unchanged;
        obstacle = await findObstacle(tx, release);
        if (obstacle !== null) return unchanged;
        const upload = await takeUpload(tx, ref.uploadId);
        const tags = upload?.declared.tags ?? [];
        const files = await findFileSet(tx, { releaseId: release.id });
        await makeVisible(tx, { pkg, release, tags, performer: uploader(upload?.actor), files });
        if (release.statusReason === renderFailed) await clearRenderFailure(tx, release.id);
        await signRelease(tx, release, pkg);
        await keepPlaced(tx, placed);
        joined = await joinWaiting(deps, { tx, pkg, release }, waiting);
        return undefined;
      };
      const { releaseId, packageId } = ref;
      const verdict = await publishOrPark(pool, ref, () =>
        placedBefore(
          deps,
          waiting.flatMap((file) => bytesOf(pool, file)),
          async (placed) => {
            const change = (tx: Transaction, pkg: PackageRow) => publish(tx, pkg, placed);
            await catalog.changePackage(packageId, change, { describedBy: releaseId });
            return obstacle;
          },
        ),
      );
      for (const { id } of joined) await blobs.delete(stagingKey(id));
      return verdict;
    },

    /** What a person has said: see {@link rejectHeld}. */
    async reject(ref: ReleaseRef): Promise<void> {
      await pool.transaction(async (tx) => {
        if (await findReleaseOfWorkflow(tx, ref, carrier())) await rejectHeld(tx, ref);
      });
    },

    /** Undoes an unfinished publish wholly: rows, staged bytes, and the package if this was its first. */
    async withdraw(ref: {
      uploadId: string;
      workflowId: string;
      message: string;
      isCancelled?: boolean;
    }): Promise<void> {
      const workflowId = carrier();
      const staged = await pool.transaction(async (tx) => {
        // not the row of a run that has begun since this one was terminated
        const runId = activityInfo().workflowExecution?.runId;
        const ending = {
          status: ref.isCancelled === true ? 'cancelled' : 'failed',
          lastError: ref.message,
        } as const;
        await updateJob(tx, { workflowId, ...(runId === undefined ? {} : { runId }), ...ending });
        const upload = await findUpload(tx, ref.uploadId);
        const release = await findReleaseByUpload(tx, ref.uploadId);
        // whoever reaches the workflow service can name the upload of somebody else
        const isCarried = release
          ? release.workflowId === workflowId
          : upload !== null && isCarrierOf(ecosystems, upload, workflowId);
        if (!isCarried) return [];
        const isUnseen = release?.publishedAt === null && isInFlight(release);
        // first, as whoever brings or takes a file of a draft; and the last of several takes the package with it
        if (isUnseen) await lockPackage(tx, release.packageId);
        const files = isUnseen ? await listWaitingFiles(tx, release.id) : [];
        if (isUnseen) {
          for (const file of files) await deleteUpload(tx, file.id);
          await deleteRelease(tx, release.id);
          await deleteUnusedPackage(tx, release.packageId);
        }
        if (release?.publishedAt == null) await deleteUpload(tx, ref.uploadId);
        return [ref.uploadId, ...files.map(({ id }) => id)];
      });
      for (const id of staged) await blobs.delete(stagingKey(id));
    },
  };
}

const withdrawn = () => new DomainError('invalid_state', 'the release was withdrawn meanwhile');

function ofKind(decisions: readonly ReleaseDecision[], kind: DecisionKind): ReleaseDecision[] {
  return decisions.filter((decision) => decision.kind === kind);
}

function uploader(actor: Performer | undefined): Performer {
  if (!actor) return system;
  const { userId, tokenId, ipAddress, userAgent } = actor;
  return { userId, tokenId, ipAddress, userAgent };
}
