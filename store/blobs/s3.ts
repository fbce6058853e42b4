import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { notFound } from '../../domain/errors.ts';
import type { Blobs, BlobStat, ByteRange } from './blobs.ts';
import { discard, pour, storeFull } from './body.ts';
import { systemCode } from './durable-files.ts';
import { checkPrefix, keySegments } from './key.ts';
import { createS3Client, type S3BlobsOptions } from './s3-client.ts';
import { copyObject, maximumCopyBytes } from './s3-copy.ts';
import { createS3Pieces } from './s3-pieces.ts';
import { abortOlderThan } from './s3-unfinished.ts';
import { isConditionRefused, isMissingKey, translateS3 } from './s3-errors.ts';
import type { ListedBlob } from './walk-files.ts';

const partBytes = 8 * 1024 * 1024;
/** Parts in flight per upload: with the part size this bounds its memory. */
const partsAtOnce = 2;

/**
 * One object per blob in any S3 server with conditional writes. S3 writes objects atomically; a failing stream aborts
 * its multipart upload. No key may be a folder of another key: some servers refuse that.
 */
export function createS3Blobs(options: S3BlobsOptions): Blobs {
  const client = createS3Client(options);
  const target = (key: string) => ({ Bucket: options.bucket, Key: keySegments(key).join('/') });

  async function write(
    key: string,
    body: Readable | Buffer,
    condition: { IfNoneMatch?: '*' },
  ): Promise<number> {
    const params = { ...target(key), ...condition };
    if (Buffer.isBuffer(body) && body.length <= partBytes) {
      await call(() => client.send(new PutObjectCommand({ ...params, Body: body })));
      return body.length;
    }
    const stream = Buffer.isBuffer(body) ? Readable.from(slices(body)) : body;
    return pour(
      stream,
      (chunks) =>
        new Upload({
          client,
          params: { ...params, Body: Readable.from(chunks) },
          partSize: partBytes,
          queueSize: partsAtOnce,
        }).done(),
      translateS3,
    );
  }

  async function putIfAbsent(key: string, body: Readable | Buffer): Promise<boolean> {
    if ((await statObject(key)) !== undefined) {
      discard(body);
      return false;
    }
    try {
      await write(key, body, { IfNoneMatch: '*' });
      return true;
    } catch (error) {
      if (isConditionRefused(error) && (await statObject(key)) !== undefined) return false;
      throw error;
    }
  }

  async function move(from: string, to: string): Promise<void> {
    const source = target(from);
    try {
      await client.send(
        new CopyObjectCommand({
          ...target(to),
          CopySource: encodeURIComponent(`${source.Bucket}/${source.Key}`),
        }),
      );
    } catch (error) {
      if (isMissingKey(error) && (await statObject(to)) !== undefined) return;
      throw translateS3(error);
    }
    await call(() => client.send(new DeleteObjectCommand(source)));
  }

  async function copy(from: string, to: string): Promise<void> {
    const [source, present] = await Promise.all([statObject(from), statObject(to)]);
    if (present !== undefined) return;
    if (source === undefined) throw notFound('the file');
    const limit = options.maximumCopyBytes ?? maximumCopyBytes;
    await call(() =>
      copyObject(client, { from: target(from), to: target(to), sizeBytes: source.sizeBytes, limit }),
    );
  }

  async function statObject(key: string): Promise<BlobStat | undefined> {
    try {
      const head = await client.send(new HeadObjectCommand(target(key)));
      return { sizeBytes: head.ContentLength ?? 0 };
    } catch (error) {
      if (isMissingKey(error)) return undefined;
      throw translateS3(error);
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
    const { Body } = await call(() => client.send(new GetObjectCommand({ ...target(key), ...part })));
    if (Body instanceof Readable) return Body;
    throw new TypeError('the S3 client returned no stream');
  }

  async function withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const body = await read(key);
    const path = join(options.tempDir, `blob-${randomUUID()}`);
    try {
      await mkdir(options.tempDir, { recursive: true });
      await download(body, path);
      return await use(path);
    } finally {
      body.destroy();
      await rm(path, { force: true });
    }
  }

  async function* list(prefix: string): AsyncGenerator<ListedBlob> {
    const pages = paginateListObjectsV2({ client }, { Bucket: options.bucket, Prefix: prefix });
    try {
      for await (const page of pages) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key === undefined || LastModified === undefined) continue;
          yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified };
        }
      }
    } catch (error) {
      throw translateS3(error);
    }
  }

  return {
    kind: 's3',
    put: (key, body) => write(key, body, {}),
    putIfAbsent,
    move,
    copy,
    ...createS3Pieces({ client, target, blobs: { read, stat: statObject, list } }),
    stat: statObject,
    read,
    withLocalFile,
    delete: async (key) => {
      await call(() => client.send(new DeleteObjectCommand(target(key))));
    },
    list: (prefix) => {
      checkPrefix(prefix);
      return list(prefix);
    },
    removeUnfinished: (ageMs) => call(() => abortOlderThan(client, options.bucket, ageMs)),
    ping: async () => {
      await call(() => client.send(new HeadBucketCommand({ Bucket: options.bucket })));
    },
    close: async () => client.destroy(),
  };
}

async function call<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw translateS3(error);
  }
}

async function download(body: Readable, path: string): Promise<void> {
  try {
    await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw systemCode(error) === 'ENOSPC' ? storeFull(error) : translateS3(error);
  }
}

function* slices(buffer: Buffer): Generator<Buffer> {
  for (let start = 0; start < buffer.length; start += partBytes)
    yield buffer.subarray(start, start + partBytes);
}
