import { setTimeout } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { type Blobs, contentKey } from '../../store/blobs/blobs.ts';
import type { Pool, Transaction } from '../../store/postgres/pool.ts';
import { type BlobHold, holdBlob, keepBlob } from '../../store/postgres/releases/artifacts.ts';

/** Bytes for a content address: stored under another key, in memory, or read when they are placed. */
export interface BlobToPlace {
  sha256: string;
  sizeBytes: number;
  from: string | Buffer | (() => Promise<Buffer>);
}

export interface BlobPlacing {
  pool: Pool;
  blobs: Pick<Blobs, 'copy' | 'putIfAbsent' | 'stat'>;
}

/** A collector without a grace period (operators can request one) may interfere more than once. */
const attempts = 20;
const pauseMs = 5;

/**
 * Stores bytes at their addresses outside of any transaction (a hanging store must not hold locks), then commits the
 * rows that refer to them; `commit` calls `keepPlaced` first. The row of a blob is written before its bytes, so that
 * the collector finds the bytes after a crash. The source of a copy stays until a committed row refers to the copy.
 * When the collector removes the bytes meanwhile, everything is repeated.
 */
export async function placedBefore<T>(
  platform: BlobPlacing,
  files: readonly BlobToPlace[],
  commit: (placed: readonly BlobHold[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(await placeBlobs(platform, files));
    } catch (error) {
      if (!(error instanceof PlacedBlobGone) || attempt === attempts) throw error;
    }
    // the collector finishes meanwhile
    await setTimeout(attempt * pauseMs);
  }
}

async function placeBlobs({ pool, blobs }: BlobPlacing, files: readonly BlobToPlace[]): Promise<BlobHold[]> {
  const placed: BlobHold[] = [];
  for (const { sha256, sizeBytes, from } of files) {
    const held = await holdBlob(pool, sha256, sizeBytes);
    if (held === null) throw new PlacedBlobGone();
    placed.push(held);
    if (typeof from === 'string') await copyOnce(blobs, from, contentKey(sha256));
    else await blobs.putIfAbsent(contentKey(sha256), typeof from === 'function' ? await from() : from);
  }
  return placed;
}

/** Accepts a missing source when a repeated step finds the bytes at their address. */
async function copyOnce(blobs: BlobPlacing['blobs'], from: string, to: string): Promise<void> {
  try {
    await blobs.copy(from, to);
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === 'not_found';
    if (!isGone || (await blobs.stat(to)) === undefined) throw error;
  }
}

/**
 * Protects placed blobs from the collector until the end of the transaction that refers to them.
 * @throws DomainError `overloaded` when the collector has removed a blob meanwhile
 */
export async function keepPlaced(tx: Transaction, placed: readonly BlobHold[]): Promise<void> {
  // in a fixed order, to avoid deadlocks of transactions that refer to the same blobs
  const inOrder = placed.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  for (const hold of inOrder) if (!(await keepBlob(tx, hold))) throw new PlacedBlobGone();
}

class PlacedBlobGone extends DomainError {
  constructor() {
    super('overloaded', 'stored bytes were removed at the same moment, try again');
  }
}
