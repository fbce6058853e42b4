import type { Release } from '../../domain/release.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import type { BlobHold } from '../../store/postgres/releases/artifacts.ts';
import { lockReleaseState } from '../../store/postgres/releases/decisions.ts';
import { findFileSet } from '../../store/postgres/releases/file-sets.ts';
import { insertSignature } from '../../store/postgres/releases/release-signatures.ts';
import { takeUpload } from '../../store/postgres/releases/uploads.ts';
import { renderFailed } from '../../workflows/definitions.ts';
import { keepPlaced, placedBefore } from '../files/place-blobs.ts';
import type { Platform } from '../platform.ts';
import { bytesOf, type JoiningFile } from '../publishing/joining-files.ts';
import { findOwnedRelease, type OwnedRef, withdrawnMeanwhile } from '../publishing/owning-workflow.ts';
import { clearRenderFailure, type Attempt, publishOrHold } from './hold-unrenderable.ts';
import { joinWaiting, loadWaiting } from './join-files.ts';
import { makeVisible } from './make-visible.ts';
import { findObstacle } from './obstacle.ts';
import { uploaderOf } from './uploader-of.ts';

type Publishing = Pick<Platform, 'pool' | 'blobs' | 'catalog' | 'ecosystems' | 'signer' | 'log'>;

/** `isReturning`: the release was visible before. */
export type PublishedRef = OwnedRef & { isReturning?: boolean };

/**
 * Makes a release visible in one transaction: state, documents, package page, audit entry, notice to the caches.
 * Returns the obstacle according to the rows, or null. A repeated call changes nothing. @throws DomainError
 * `invalid_state`
 */
export async function publishRelease(
  platform: Publishing,
  ref: PublishedRef,
  attempt: Attempt,
): Promise<string | null> {
  const { pool, blobs, catalog } = platform;
  const waiting = await loadWaiting(platform, ref.releaseId);
  const bytes = waiting.flatMap((file) => bytesOf(pool, file));
  let outcome = nothing;
  const obstacle = await publishOrHold(platform, ref, attempt, () =>
    placedBefore(platform, bytes, async (placed) => {
      const change = async (tx: Transaction, pkg: PackageRow) => {
        outcome = await publishIn(platform, { tx, pkg, placed, waiting }, ref);
        return outcome.isChanged ? undefined : unchanged;
      };
      await catalog.changePackage(ref.packageId, change, { describedBy: ref.releaseId });
      return outcome.obstacle;
    }),
  );
  if (obstacle === null) for (const { id } of outcome.joined) await blobs.delete(stagingKey(id));
  return obstacle;
}

interface Place {
  tx: Transaction;
  pkg: PackageRow;
  placed: readonly BlobHold[];
  waiting: readonly JoiningFile[];
}

/** Without a change nothing is rendered: a render failure must not become the reason of a hold then. */
interface Outcome {
  isChanged: boolean;
  obstacle: string | null;
  joined: readonly { id: string }[];
}

const nothing: Outcome = { isChanged: false, obstacle: null, joined: [] };

async function publishIn(
  platform: Publishing,
  { tx, pkg, placed, waiting }: Place,
  ref: PublishedRef,
): Promise<Outcome> {
  await lockReleaseState(tx, ref.releaseId);
  const release = await findOwnedRelease(tx, ref);
  if (!release) throw withdrawnMeanwhile();
  if (release.state === 'published') return nothing;
  // a repeated step: the release was hidden after the first attempt made it visible
  if (release.publishedAt !== null && ref.isReturning !== true) return nothing;
  const obstacle = await findObstacle(tx, release);
  if (obstacle !== null) return { ...nothing, obstacle };
  const upload = await takeUpload(tx, ref.uploadId);
  const tags = upload?.declared.tags ?? [];
  const files = await findFileSet(tx, { releaseId: release.id });
  await makeVisible(tx, { pkg, release, tags, performer: uploaderOf(upload), files });
  if (release.statusReason === renderFailed) await clearRenderFailure(tx, release.id);
  await signRelease(platform, tx, { release, pkg });
  await keepPlaced(tx, placed);
  const joined = await joinWaiting(platform, { tx, pkg, release }, waiting);
  return { isChanged: true, obstacle: null, joined };
}

/** Signs once: the published signature stays the same, also when the release returns after a hold. */
async function signRelease(
  { ecosystems, signer }: Pick<Platform, 'ecosystems' | 'signer'>,
  tx: Transaction,
  { release, pkg }: { release: Release; pkg: PackageRow },
): Promise<void> {
  if (release.signatures.length > 0) return;
  const text = ecosystems.get(pkg.ecosystem).signedText?.(release, pkg);
  const signed = text === undefined ? null : signer.sign(text);
  if (signed) await insertSignature(tx, release.id, signed);
}
