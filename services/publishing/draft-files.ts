import type { Referring } from '../../ecosystems/parts-format.ts';
import { hostedPackage } from '../../domain/package-address.ts';
import type { UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { draftLimits } from '../../domain/limits.ts';
import { isInFlight } from '../../domain/release.ts';
import { boundedId } from '../../domain/workflow-id.ts';
import type { DraftOptions } from '../../ecosystems/context/drafts.ts';
import type { PublishCommand } from '../../ecosystems/context/publishing.ts';
import type { Format } from '../../ecosystems/format.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { insertDraft, lockDraft, touchDraft } from '../../store/postgres/releases/drafts.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import {
  listWaitingFiles,
  saveStagedFile,
  type WaitingFile,
} from '../../store/postgres/releases/staged-files.ts';
import {
  deleteUpload,
  findUpload,
  markForApproval,
  type UploadRow,
} from '../../store/postgres/releases/uploads.ts';
import { ids } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';
import { assertMayOpen, nothing } from './open-draft.ts';
import { createRelease, resolvePackage } from './placement.ts';
import { assertRoom } from '../limits/room.ts';
import { assertTaken, earliest } from '../policies/refuse-upload.ts';
import { referToParts } from './refer-to-parts.ts';
import { saveUpload } from './uploads.ts';
import { withdrawDraft } from './withdraw-draft.ts';
import { auditTarget } from '../packages/audit-target.ts';
import { removeWaiting } from '../releases/removable.ts';

/** A file for a draft, from a publisher. */
export type DraftFileCommand = PublishCommand & { caller: Caller<UserActor> };

interface AddOptions extends DraftOptions {
  /** Parts that the file refers to; all must exist. */
  referring?: Referring;
}

export interface AddedToDraft {
  outcome: 'added' | 'replaced' | 'present';
  /** Whether the file opened the draft. */
  isNew: boolean;
  /** Whether the workflow of the draft has to read it now. */
  needsLook: boolean;
  /** An upload that is no longer needed. */
  unused: string | null;
  draftUploadId: string;
}

interface OpenedDraft {
  pkg: PackageRow;
  releaseId: string;
  draftUpload: UploadRow;
  isNew: boolean;
  idleSeconds: number | null;
  /** Names and digests of the received files, once the draft is closed; null before. */
  closedWith: readonly Pick<WaitingFile, 'filename' | 'sha256'>[] | null;
}

/** Adds files to drafts, each in one transaction, and opens the draft if the version is free. */
export function createDraftFiles(platform: Platform, ecosystem: Format) {
  async function openFor(
    tx: Transaction,
    command: DraftFileCommand,
    { idleSeconds, deploy }: { idleSeconds: number | null; deploy: string | null },
  ): Promise<OpenedDraft> {
    const { declared, upload, caller } = command;
    const nameKey = ecosystem.names.canonical(declared.name);
    const versionKey = ecosystem.versions.canonical(declared.version);
    const file = await findUpload(tx, upload.uploadId);
    if (!file) throw new DomainError('invalid_state', 'the upload has expired: send it again');
    const { pkg, isNew } = await resolvePackage(tx, {
      ecosystem,
      upload: file,
      nameKey,
      namespaceClaims: platform.config.publish.namespaceClaims,
    });
    const release = await findRelease(tx, pkg.id, versionKey);
    const locked = release && (await lockDraft(tx, release.id));
    // files of a revoked credential must not be published together with the new file
    const isTaking = locked !== null && !locked.isCommitted && !locked.isDiscarded;
    const isWithdrawn = isTaking && release !== null && (await withdrawDraft(tx, pkg, release)) !== null;
    const draft = isWithdrawn ? { ...locked, isDiscarded: true } : locked;
    const isOpen = release !== null && isInFlight(release) && draft !== null && !draft.isDiscarded;
    if (isOpen) {
      const draftUpload = await findUpload(tx, release.uploadId);
      if (!draftUpload) throw new DomainError('invalid_state', 'the draft has expired');
      assertSameVisibility(draftUpload, file);
      // the files wait, or are already stored
      const closedWith = draft.isCommitted
        ? [...release.artifacts, ...(await listWaitingFiles(tx, release.id))]
        : null;
      const { idleSeconds: restsFor } = draft;
      return {
        pkg,
        releaseId: release.id,
        draftUpload,
        isNew: false,
        idleSeconds: restsFor,
        closedWith,
      };
    }
    await assertMayOpen(tx, caller.actor);
    const { file: _file, ...whole } = declared;
    const saved = { uploadId: newId(), sizeBytes: 0, ...nothing };
    await saveUpload(
      { ...platform, pool: tx },
      ecosystem,
      caller.actor,
      { ...command, declared: whole, upload: saved },
      { packageId: pkg.id, purpose: { kind: 'publish', isDraft: true } },
    );
    const draftUpload = await findUpload(tx, saved.uploadId);
    if (!draftUpload) throw new Error('an upload that was just saved is gone');
    const releaseId = await createRelease(tx, {
      ecosystem,
      pkg,
      isNew,
      quotas: platform.config.publish.quotas,
      upload: draftUpload,
      versionKey,
      workflowId: boundedId(ids.publish(ecosystem.id, nameKey, versionKey)),
      isLeftBehind: () => draft?.isDiscarded === true,
    });
    await insertDraft(tx, { releaseId, idleSeconds, deploy });
    return { pkg, releaseId, draftUpload, isNew: true, idleSeconds, closedWith: null };
  }

  /**
   * @throws DomainError `forbidden`, `version_exists`, `invalid_state`, `digest_conflict`, `duplicate`,
   * `policy_violation`
   */
  return async function add(command: DraftFileCommand, options: AddOptions): Promise<AddedToDraft> {
    const { declared, upload, caller } = command;
    const { kind, filename, contentType } = ecosystem.file(declared);
    return platform.pool.transaction(async (tx) => {
      const found = await findPackage(
        tx,
        hostedPackage(ecosystem.id, ecosystem.names.canonical(declared.name)),
      );
      await saveUpload({ ...platform, pool: tx }, ecosystem, caller.actor, command, {
        packageId: found?.id ?? null,
        purpose: { kind: 'draft-file' },
      });
      const { idleSeconds = null, deploy = null } = options;
      const sent = { idleSeconds, deploy };
      const { pkg, releaseId, draftUpload, isNew, ...open } = await openFor(tx, command, sent);
      // the workflow of the draft has another timeout from now on
      const needsLook = isNew || (idleSeconds !== null && idleSeconds !== open.idleSeconds);
      const known = { isNew, needsLook, draftUploadId: draftUpload.id };
      if (open.closedWith) {
        const there = open.closedWith.find((file) => file.filename === filename);
        if (there?.sha256 !== upload.sha256) throw allFilesCame();
        await deleteUpload(tx, upload.uploadId);
        return { ...known, needsLook: false, outcome: 'present', unused: upload.uploadId };
      }
      const files = await listWaitingFiles(tx, releaseId);
      const earlier = files.find((file) => file.filename === filename);
      if (earlier?.sha256 === upload.sha256) {
        await deleteUpload(tx, upload.uploadId);
        await touchDraft(tx, releaseId, sent);
        return { ...known, outcome: 'present', unused: upload.uploadId };
      }
      if (earlier && options.keeps === true) {
        throw new DomainError('digest_conflict', `${filename} was sent already with other content`);
      }
      const firstFileAt = earliest(files.map((file) => file.stagedAt));
      const { version } = declared;
      await assertTaken(tx, ecosystem, { packageId: pkg.id, name: pkg.name, version, firstFileAt });
      const others = files.filter((file) => file !== earlier);
      ecosystem.assertFits(
        filename,
        others.map((file) => file.filename),
      );
      assertBounded(others, upload.sizeBytes);
      const stagedBy = caller.actor.userId;
      const file = { kind, filename, contentType, sha256: upload.sha256, stagedBy };
      const replaced = await saveStagedFile(tx, { ...file, uploadId: upload.uploadId, releaseId });
      if (replaced !== null) {
        await removeWaiting(tx, caller.actor, { packageId: pkg.id, releaseId, uploadId: replaced });
      }
      const { tokenId = null } = caller.actor;
      await assertRoom(tx, { owner: pkg, tokenId, releaseId }, platform.config.publish.quotas);
      if (caller.actor.needsApproval === true) await markForApproval(tx, draftUpload.id);
      if (options.referring) {
        const draft = { pkg, releaseId, draftUploadId: draftUpload.id };
        await referToParts(tx, ecosystem, draft, options.referring);
      }
      await touchDraft(tx, releaseId, sent);
      await writeAudit(tx, {
        ...auditTarget(caller, pkg, { id: releaseId }),
        action: 'artifact_upload',
        metadata: {
          ecosystem: ecosystem.id,
          name: pkg.name,
          version: declared.version,
          filename,
          sha256: upload.sha256,
          replaced: earlier?.sha256 ?? null,
        },
      });
      return { ...known, outcome: earlier ? 'replaced' : 'added', unused: replaced };
    });
  };
}

export const allFilesCame = () =>
  new DomainError('invalid_state', 'all files of this version have come: it takes no more');

/** Checks that the file has the visibility with which the draft was opened, as its sender expects. */
function assertSameVisibility(draft: UploadRow, file: UploadRow): void {
  const { visibility } = file.declared;
  if (visibility === undefined || visibility === draft.declared.visibility) return;
  throw new DomainError(
    'invalid_state',
    'the visibility is said with the first file of a draft, and this draft was opened with another',
  );
}

/** @throws DomainError `policy_violation` */
function assertBounded(others: readonly WaitingFile[], sizeBytes: number): void {
  if (others.length >= draftLimits.files.count) {
    throw new DomainError('policy_violation', `a release has at most ${draftLimits.files.count} files`);
  }
  const bytes = others.reduce((sum, file) => sum + file.sizeBytes, sizeBytes);
  if (bytes <= draftLimits.files.bytes) return;
  throw new DomainError(
    'policy_violation',
    `the files of a draft have at most ${draftLimits.files.bytes} bytes`,
  );
}
