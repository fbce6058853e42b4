import type { UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { createDigestBuilder } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import { draftLimits } from '../../domain/limits.ts';
import { boundedId } from '../../domain/workflow-id.ts';
import type { Format } from '../../ecosystems/format.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { countOpenDrafts, insertDraft, lockDraft } from '../../store/postgres/releases/drafts.ts';
import { type ReleaseTexts, saveReleaseTexts } from '../../store/postgres/releases/release-pages.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import { findUpload } from '../../store/postgres/releases/uploads.ts';
import { ids } from '../../workflows/definitions.ts';
import { createRelease, resolvePackage } from './placement.ts';
import type { Platform } from '../platform.ts';
import { saveUpload } from './uploads.ts';

/** The digest of the empty bytes of a draft. */
export const nothing = createDigestBuilder().digest();

interface EmptyDraft {
  pkg: PackageRow;
  version: string;
  wanted: ReleaseTexts & { isPrerelease: boolean | undefined };
}

/**
 * Opens a draft without files, for an existing package.
 * @throws DomainError `version_exists` also for an open draft, `forbidden`, `policy_violation`
 */
export async function openEmptyDraft(
  platform: Platform,
  ecosystem: Format,
  caller: Caller<UserActor>,
  { pkg, version, wanted }: EmptyDraft,
): Promise<{ uploadId: string }> {
  const { nameKey } = pkg;
  const versionKey = ecosystem.versions.canonical(version);
  const { isPrerelease = !ecosystem.versions.isStable(version), ...texts } = wanted;
  return platform.pool.transaction(async (tx) => {
    await assertMayOpen(tx, caller.actor);
    const upload = { uploadId: newId(), sizeBytes: 0, ...nothing };
    const command = { caller, declared: { name: pkg.name, version, metadata: {} }, upload };
    await saveUpload({ ...platform, pool: tx }, ecosystem, caller.actor, command, {
      packageId: pkg.id,
      purpose: { kind: 'publish', isDraft: true },
    });
    const saved = await findUpload(tx, upload.uploadId);
    if (!saved) throw new Error('an upload that was just saved is gone');
    const { namespaceClaims, quotas } = platform.config.publish;
    const { pkg: locked } = await resolvePackage(tx, { ecosystem, upload: saved, nameKey, namespaceClaims });
    const earlier = await findRelease(tx, locked.id, versionKey);
    const draft = earlier && (await lockDraft(tx, earlier.id));
    const releaseId = await createRelease(tx, {
      ecosystem,
      pkg: locked,
      isNew: false,
      quotas,
      upload: saved,
      versionKey,
      workflowId: boundedId(ids.publish(ecosystem.id, nameKey, versionKey)),
      isLeftBehind: () => draft?.isDiscarded === true,
    });
    await insertDraft(tx, { releaseId, idleSeconds: null, deploy: null });
    await saveReleaseTexts(tx, releaseId, { ...texts, isPrerelease });
    return { uploadId: upload.uploadId };
  });
}

/** @throws DomainError `policy_violation` */
export async function assertMayOpen(tx: Transaction, { userId }: UserActor): Promise<void> {
  if ((await countOpenDrafts(tx, userId)) < draftLimits.open.count) return;
  throw new DomainError(
    'policy_violation',
    `you have ${draftLimits.open.count} open drafts: commit or delete one first`,
  );
}
