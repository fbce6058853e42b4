import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { notFound } from '../../domain/errors.ts';
import type { AppendOptions, Appended, AppendState, Blobs } from './blobs.ts';
import { discard } from './body.ts';
import { eachChunk } from './chunks.ts';
import { isMissing, makeFolder, syncFolder } from './durable-files.ts';
import { keySegments } from './key.ts';

/** Network chunks are small, so they are written together. */
const blockBytes = 1024 * 1024;
/** The maximum number of bytes in memory while the disk is busy. */
const waitingBytes = 8 * blockBytes;
/** The maximum number of bytes that a crash loses. */
const savedEvery = 64 * blockBytes;

interface DiskPiecesOptions {
  /** Folder of unsealed uploads: no key can name the folder. */
  folder: string;
  fsync: boolean;
  /** Resolves once the folder exists. */
  ready(): Promise<void>;
  pathOf(key: string): string;
  translate(error: unknown): unknown;
}

/** Uploads in pieces as files that are appended to, and moved to their key when they are sealed. */
export function createDiskPieces(options: DiskPiecesOptions): Pick<Blobs, 'append' | 'seal' | 'drop'> {
  const { folder, fsync, ready, pathOf, translate } = options;
  // no segment contains `!`, so two keys never share a file
  const openPath = (key: string): string => join(folder, keySegments(key).join('!'));

  async function openAt(path: string, state: AppendState | undefined): Promise<FileHandle> {
    const { O_RDWR, O_CREAT } = constants;
    const position = state?.sizeBytes ?? 0;
    let file: FileHandle;
    try {
      file = await open(path, state === undefined ? O_RDWR | O_CREAT : O_RDWR, 0o600);
    } catch (error) {
      throw isMissing(error) && state !== undefined ? notFound('the upload') : error;
    }
    try {
      const { size } = await file.stat();
      if (size < position) throw notFound('the upload');
      if (size > position) await file.truncate(position);
      if (state === undefined && fsync) await syncFolder(folder);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async function append(
    key: string,
    state: AppendState | undefined,
    body: Readable,
    { onSaved, onChunk }: AppendOptions = {},
  ): Promise<Appended> {
    const path = openPath(key);
    // no other listener is attached while the file is opened, and the client may already have disconnected
    body.on('error', ignore);
    let file: FileHandle;
    try {
      await ready();
      file = await openAt(path, state);
    } catch (error) {
      discard(body);
      throw translate(error);
    }
    let sizeBytes = state?.sizeBytes ?? 0;
    let savedBytes = sizeBytes;
    let waiting: Buffer[] = [];
    let waitingFor = 0;
    let writing: Promise<void> | undefined;
    let failure: { error: unknown } | undefined;

    async function write(blocks: Buffer[], length: number): Promise<void> {
      try {
        await writeAll(file, blocks, sizeBytes);
        sizeBytes += length;
        if (onSaved === undefined || sizeBytes - savedBytes < savedEvery) return;
        if (fsync) await file.datasync();
        savedBytes = sizeBytes;
        await onSaved({ sizeBytes });
      } catch (error) {
        failure ??= { error };
      } finally {
        writing = undefined;
      }
    }

    function flush(): void {
      if (waitingFor === 0) return;
      writing = write(waiting, waitingFor);
      waiting = [];
      waitingFor = 0;
    }

    async function drain(): Promise<void> {
      await writing;
      if (failure !== undefined) throw failure.error;
    }

    try {
      const cutOff = await eachChunk(body, (chunk) => {
        onChunk?.(chunk);
        waiting.push(chunk);
        waitingFor += chunk.length;
        if (waitingFor < blockBytes) return undefined;
        if (writing === undefined) flush();
        return failure !== undefined || waitingFor >= waitingBytes ? drain() : undefined;
      });
      await drain();
      flush();
      await drain();
      if (fsync) await file.datasync();
      return { state: { sizeBytes }, cutOff };
    } catch (error) {
      await writing;
      throw translate(error);
    } finally {
      await file.close();
    }
  }

  async function seal(key: string, { sizeBytes }: AppendState): Promise<string> {
    const [path, target] = [openPath(key), pathOf(key)];
    try {
      await ready();
      await makeFolder(dirname(target), fsync);
      await publish(path, target, sizeBytes);
      if (fsync) await syncFolder(dirname(target));
      return key;
    } catch (error) {
      throw translate(error);
    }
  }

  async function publish(path: string, target: string, sizeBytes: number): Promise<void> {
    const size = await sizeOf(path);
    if (size !== undefined && size >= sizeBytes) {
      if (size > sizeBytes) await truncate(path, sizeBytes);
      await rename(path, target);
    } else if ((await sizeOf(target)) !== sizeBytes) {
      if (sizeBytes > 0) throw notFound('the upload');
      await writeFile(target, '', { mode: 0o600 });
    }
  }

  async function drop(key: string): Promise<void> {
    await rm(openPath(key), { force: true });
    await rm(pathOf(key), { force: true });
  }

  return { append, seal, drop };
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Repeats writes, because the system may write less than it was given. */
async function writeAll(file: FileHandle, blocks: Buffer[], position: number): Promise<void> {
  let rest = blocks;
  for (let at = position; rest.length > 0;) {
    const { bytesWritten } = await file.writev(rest, at);
    at += bytesWritten;
    rest = without(rest, bytesWritten);
  }
}

function without(blocks: Buffer[], count: number): Buffer[] {
  let left = count;
  const first = blocks.findIndex((block) => {
    if (left < block.length) return true;
    left -= block.length;
    return false;
  });
  if (first === -1) return [];
  const [head, ...tail] = blocks.slice(first);
  return head === undefined ? [] : [head.subarray(left), ...tail];
}

function ignore(): void {}
