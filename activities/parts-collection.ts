import { log } from '@temporalio/activity';
import type { Configured, Platform } from '../services/platform.ts';
import { randomUUID } from 'node:crypto';
import { isRemovalRefused } from '../store/blobs/s3-errors.ts';
import { contentKey, longestUploadMs, pieces, piecesKey } from '../store/blobs/blobs.ts';
import {
  type BlobUploadRow,
  deleteBlobUpload,
  listKnownBlobUploads,
  takeAbandonedUploads,
} from '../store/postgres/parts/part-uploads.ts';
import {
  countIdleLinks,
  dropDeadReferences,
  LinkCursor,
  markLinks,
  removeOrphans,
  unlinkIdle,
} from '../store/postgres/parts/part-collection.ts';
import { isGraceAllowed } from '../store/postgres/parts/collection-requests.ts';
import { forEach } from './for-each.ts';

/** The position within a phase; the workflow passes it to the next step until it is null. */
export interface CollectionStep {
  after: string | null;
  graceSeconds?: number;
  /** {@link CollectionInput.requestId} */
  requestId?: string;
}

/** The counts of one step, and the position of the next one. */
export interface CollectionDone {
  next: string | null;
  candidates?: number;
  unlinked?: number;
  removed?: number;
  bytesFreed?: number;
  abandonedUploads?: number;
}

const batchSize = 100;
const markedAtOnce = 2_000;
/** A chunked upload without a new piece for this long is abandoned. */
const idleSeconds = 24 * 3_600;
/** The age at which pieces without an upload row are removed; younger ones may be in the middle of their deletion. */
const strayMs = 2 * idleSeconds * 1_000;
/** The cursor of phases that repeat until nothing is left. */
const again = 'again';

export type CollectionActivities = ReturnType<typeof createCollectionActivities>;

/**
 * The phases of `cleanOciBlobs`. Pushes, mounts and publishes run at the same time: every step decides under locks.
 */
export function createCollectionActivities({
  pool,
  blobs,
  config,
}: Pick<Platform, 'pool' | 'blobs'> & Configured<'parts'>) {
  const configured = config.parts.graceSeconds;
  /**
   * Returns the grace period. Any client of the workflow service can start a collection, so a period below the
   * configured one needs a request of an operator in the database.
   */
  async function graceOf({ graceSeconds, requestId }: CollectionStep): Promise<number> {
    if (graceSeconds === undefined || graceSeconds >= configured) return graceSeconds ?? configured;
    if (requestId !== undefined && (await isGraceAllowed(pool, requestId, graceSeconds))) return graceSeconds;
    return configured;
  }

  async function abandon(upload: BlobUploadRow): Promise<void> {
    await blobs.drop(piecesKey(upload.id), upload.state ?? undefined);
    await deleteBlobUpload(pool, upload.id);
  }

  async function removeStrays(): Promise<void> {
    const oldest = Date.now() - strayMs;
    for await (const { key, modifiedAt } of blobs.list(pieces)) {
      if (modifiedAt.getTime() > oldest) continue;
      const id = key.slice(pieces.length, pieces.length + randomUUID().length);
      if ((await listKnownBlobUploads(pool, [id])).size === 0) await blobs.delete(key);
    }
  }

  return {
    async abandonUploads(_step: CollectionStep): Promise<CollectionDone> {
      const limits = { idleSeconds, ageSeconds: longestUploadMs / 1_000, count: batchSize };
      const uploads = await takeAbandonedUploads(pool, limits, randomUUID());
      const failed = await forEach(uploads, abandon, ({ id }) => ({ uploadId: id }));
      if (uploads.length < batchSize) await removeStrays();
      const next = uploads.length === batchSize ? again : null;
      return { next, abandonedUploads: uploads.length - failed };
    },

    async dropReferences(_step: CollectionStep): Promise<CollectionDone> {
      const dropped = await dropDeadReferences(pool, batchSize);
      return { next: dropped === batchSize ? again : null };
    },

    async markParts({ after }: CollectionStep): Promise<CollectionDone> {
      const cursor = after === null ? null : LinkCursor.parse(JSON.parse(after));
      const next = await markLinks(pool, cursor, markedAtOnce);
      return { next: next === null ? null : JSON.stringify(next) };
    },

    async unlinkParts(step: CollectionStep): Promise<CollectionDone> {
      const { candidates, unlinked } = await unlinkIdle(pool, await graceOf(step), batchSize);
      return { next: candidates === batchSize ? again : null, candidates, unlinked };
    },

    async removeBlobs(step: CollectionStep): Promise<CollectionDone> {
      const remove = (sha256: string) => blobs.delete(contentKey(sha256));
      const grace = await graceOf(step);
      const { refused, ...done } = await removeOrphans(pool, grace, batchSize, remove, isRemovalRefused);
      reportRefused(refused);
      // without a grace period, a batch of refused blobs alone would be read again for ever
      const isMore = done.removed > 0 && done.removed + refused === batchSize;
      return { next: isMore ? again : null, ...done };
    },

    /** Counts, for a dry run, the parts that have been marked long enough ago. */
    async countIdleParts(step: CollectionStep): Promise<CollectionDone> {
      const { links, bytes } = await countIdleLinks(pool, await graceOf(step));
      return { next: null, candidates: links, bytesFreed: bytes };
    },
  };
}

/** Logs for operators how many unused files the store refuses to remove. */
export function reportRefused(count: number): void {
  if (count > 0) log.warn('the file store refuses to remove files that nothing uses', { count });
}
