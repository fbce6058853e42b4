import { setTimeout } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { type Blobs, contentKey } from '../../store/blobs/blobs.ts';
import type { Pool, Transaction } from '../../store/postgres/pool.ts';
import { type BlobHold, holdBlob, keepBlob } from '../../store/postgres/releases/artifacts.ts';

/** Bytes for a content address: stored under another key, in memory, or read in their turn. */
export interface BlobToPlace {
  sha256: string;
  sizeBytes: number;
  from: string | Buffer | (() => Promise<Buffer>);
}

export interface BlobPlacing {
  pool: Pool;
  blobs: Pick<Blobs, 'copy' | 'putIfAbsent' | 'stat'>;
}

/** A collector without a grace period, as operators may request, may interfere more than once. */
const attempts = 20;
const pauseMs = 5;

/**
 * Puts bytes at their address, outside of any transaction (a store that hangs holds no lock), then commits the rows that refer to
 * them: `commit` calls `keepPlaced` first. Their row comes before them, so that the collector finds the bytes after a
 * crash; the source of a copy stays until the copy is referred to. When the collector came in between, all is done
 * once more.
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
    // meanwhile the collector finishes
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

/** A repeated step finds the bytes there, and the source of the copy gone. */
async function copyOnce(blobs: BlobPlacing['blobs'], from: string, to: string): Promise<void> {
  try {
    await blobs.copy(from, to);
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === 'not_found';
    if (!isGone || (await blobs.stat(to)) === undefined) throw error;
  }
}

/**
 * Within the transaction that refers to them: from here to its end the collector can't take them.
 * @throws DomainError `overloaded` when it has, meanwhile
 */
export async function keepPlaced(tx: Transaction, placed: readonly BlobHold[]): Promise<void> {
  // in one order: two transactions may refer to the same ones
  const inOrder = placed.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  for (const hold of inOrder) if (!(await keepBlob(tx, hold))) throw new PlacedBlobGone();
}

class PlacedBlobGone extends DomainError {
  constructor() {
    super('overloaded', 'stored bytes were removed at the same moment, try again');
  }
}
