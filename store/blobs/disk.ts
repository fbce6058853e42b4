import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { notFound } from '../../domain/errors.ts';
import { type Blobs, type BlobStat, type ByteRange, longestUploadMs } from './blobs.ts';
import { discard, outsideRange, pour, storeFull, storeUnreachable } from './body.ts';
import { isMissing, makeFolder, removeOlderThan, syncFolder, systemCode } from './durable-files.ts';
import { createDiskPieces } from './disk-pieces.ts';
import { checkPrefix, keySegments } from './key.ts';
import { walkFiles } from './walk-files.ts';

/**
 * The read size; each read is a round trip through the thread pool: with the default of 64 KiB a large file takes
 * twice as long. A reader that does not consume holds three buffers: at 1 MiB, two hundred readers held more than
 * half a gigabyte.
 */
const readBytes = 256 * 1024;

const staleAfterMs = 24 * 3_600_000;

export interface DiskBlobsOptions {
  /** Folder of all blobs, created if missing. */
  path: string;
  /** False only if the loss of the last seconds in a power cut is acceptable (tests). */
  fsync: boolean;
}

/**
 * One file per blob. Bytes are written to `.tmp` of the same file system, synced, and renamed in one atomic step, so
 * that a partial file is never visible, even after a crash. No key may be a folder of another key.
 */
export function createDiskBlobs(options: DiskBlobsOptions): Blobs {
  const root = resolve(options.path);
  const unfinished = join(root, '.tmp');
  const growing = join(root, '.growing');
  let prepared: Promise<void> | undefined;

  const pathOf = (key: string): string => join(root, ...keySegments(key));

  async function prepare(): Promise<void> {
    await makeFolder(unfinished, options.fsync);
    await makeFolder(growing, options.fsync);
    await removeOlderThan(unfinished, staleAfterMs);
  }

  /** Prepares the folders. The next write repeats a failed preparation. */
  function ready(): Promise<void> {
    prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw translate(error);
    });
    return prepared;
  }

  async function settle(folder: string): Promise<void> {
    if (options.fsync) await syncFolder(folder);
  }

  /** Writes a complete file, passes its path to `publish`, and removes it from `.tmp`. */
  async function write<T>(
    body: Readable | Buffer,
    publish: (path: string) => Promise<T>,
  ): Promise<{ sizeBytes: number; result: T }> {
    await ready();
    const path = join(unfinished, randomUUID());
    try {
      const sizeBytes = await fill(path, body, options.fsync);
      return { sizeBytes, result: await publish(path) };
    } catch (error) {
      throw translate(error);
    } finally {
      await rm(path, { force: true });
    }
  }

  async function put(key: string, body: Readable | Buffer): Promise<number> {
    const target = pathOf(key);
    const { sizeBytes } = await write(body, async (path) => {
      await makeFolder(dirname(target), options.fsync);
      await rename(path, target);
      await settle(dirname(target));
    });
    return sizeBytes;
  }

  async function putIfAbsent(key: string, body: Readable | Buffer): Promise<boolean> {
    const target = pathOf(key);
    if ((await statFile(target)) !== undefined) {
      discard(body);
      await settle(dirname(target));
      return false;
    }
    const { result } = await write(body, async (path) => {
      await makeFolder(dirname(target), options.fsync);
      const isFirst = await linkIfAbsent(path, target);
      // The losing writer also reports that the file exists, so it waits until the winner's name is durable.
      await settle(dirname(target));
      return isFirst;
    });
    return result;
  }

  async function move(from: string, to: string): Promise<void> {
    const source = pathOf(from);
    const target = pathOf(to);
    await makeFolder(dirname(target), options.fsync);
    try {
      await rename(source, target);
    } catch (error) {
      if (!isMissing(error)) throw translate(error);
      if ((await statFile(target)) === undefined) throw notFound('the file');
    }
    await settle(dirname(target));
  }

  async function copy(from: string, to: string): Promise<void> {
    const target = pathOf(to);
    try {
      await makeFolder(dirname(target), options.fsync);
      await linkIfAbsent(pathOf(from), target);
      await settle(dirname(target));
    } catch (error) {
      throw isMissing(error) ? notFound('the file') : translate(error);
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await openFile(pathOf(key));
    if (range === undefined) return file.createReadStream({ highWaterMark: readBytes });
    const { size } = await file.stat();
    if (range.start < size && range.start <= range.end) {
      return file.createReadStream({ ...range, highWaterMark: readBytes });
    }
    await file.close();
    throw outsideRange();
  }

  async function withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const path = pathOf(key);
    if ((await statFile(path)) === undefined) throw notFound('the file');
    return use(path);
  }

  async function ping(): Promise<void> {
    await ready();
    await access(unfinished, constants.W_OK);
  }

  return {
    kind: 'disk',
    put,
    putIfAbsent,
    move,
    copy,
    ...createDiskPieces({ folder: growing, fsync: options.fsync, ready, pathOf, translate }),
    stat: async (key) => statFile(pathOf(key)),
    read,
    withLocalFile,
    delete: async (key) => rm(pathOf(key), { force: true }),
    list: (prefix) => {
      checkPrefix(prefix);
      return walkFiles(root, prefix);
    },
    removeUnfinished: async (ageMs) => {
      await ready();
      const grown = await removeOlderThan(growing, Math.max(ageMs, longestUploadMs));
      return grown + (await removeOlderThan(unfinished, ageMs));
    },
    ping,
    close: async () => undefined,
  };
}

async function fill(path: string, body: Readable | Buffer, fsync: boolean): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    const sizeBytes = Buffer.isBuffer(body)
      ? await file.writeFile(body).then(() => body.length)
      : await pour(body, (chunks) => file.writeFile(chunks), translate);
    if (fsync) await file.datasync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/** A hard link is the only atomic "create unless it exists" that never shows a partial file. */
async function linkIfAbsent(path: string, target: string): Promise<boolean> {
  try {
    await link(path, target);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function statFile(path: string): Promise<BlobStat | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? { sizeBytes: found.size } : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw translate(error);
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw isMissing(error) ? notFound('the file') : translate(error);
  }
}

function translate(error: unknown): unknown {
  switch (systemCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return storeFull(error);
    case 'EMFILE':
    case 'ENFILE':
    case 'EIO':
    case 'EROFS':
    case 'ESTALE':
      return storeUnreachable(error);
    default:
      return error;
  }
}
