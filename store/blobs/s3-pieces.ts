import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { notFound } from '../../domain/errors.ts';
import type { AppendOptions, Appended, AppendState, Blobs } from './blobs.ts';
import { discard } from './body.ts';
import { eachChunk } from './chunks.ts';
import { isMissingKey, isMissingUpload, translateS3 } from './s3-errors.ts';

const basePartBytes = 8 * 1024 * 1024;
/** S3 accepts 10,000 parts: the part size doubles after every 2,000. */
const partsOfOneSize = 2_000;
/** Parts in flight: with the part size this bounds the memory. */
const partsAtOnce = 2;
/** The maximum number of parts that a crash loses. */
const savedEvery = 8;

export interface Place {
  Bucket: string;
  Key: string;
}

interface S3PiecesDeps {
  client: S3Client;
  target(key: string): Place;
  blobs: Pick<Blobs, 'read' | 'stat' | 'list'>;
}

type Multipart = NonNullable<AppendState['multipart']>;

/**
 * Uploads in pieces as multipart uploads. The bytes after the last full part are a separate object, whose name
 * includes the size up to its end, so that it never replaces an object of a saved state.
 */
export function createS3Pieces({
  client,
  target,
  blobs,
}: S3PiecesDeps): Pick<Blobs, 'append' | 'seal' | 'drop'> {
  async function remove(key: string): Promise<void> {
    await client.send(new DeleteObjectCommand(target(key)));
  }

  async function readTail(key: string): Promise<Buffer> {
    return buffer(await blobs.read(key));
  }

  async function begin(key: string): Promise<Multipart> {
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...target(key), ChecksumAlgorithm: 'CRC32' }),
    );
    if (UploadId === undefined) throw new TypeError('the S3 server began no upload');
    return { id: UploadId, parts: 0, bytes: 0 };
  }

  async function append(
    key: string,
    state: AppendState | undefined,
    body: Readable,
    { onSaved, onChunk }: AppendOptions = {},
  ): Promise<Appended> {
    // no other listener is attached while the tail is read, and the client may already have disconnected
    body.on('error', ignore);
    let multipart = state?.multipart;
    let waiting: Buffer[] = [];
    let waitingFor = 0;
    let sent = multipart?.parts ?? 0;
    const inFlight: { length: number; done: Promise<unknown> }[] = [];
    // the first part is saved at once, because its state has the upload's id
    let unsaved = savedEvery - 1;
    const former = state?.tail === undefined ? {} : { formerTail: state.tail };

    function take(length: number): Buffer {
      const all = Buffer.concat(waiting, waitingFor);
      waiting = length < waitingFor ? [all.subarray(length)] : [];
      waitingFor -= length;
      return all.subarray(0, length);
    }

    async function settleOldest(): Promise<void> {
      const oldest = inFlight.shift();
      if (oldest === undefined || multipart === undefined) return;
      await oldest.done;
      multipart = { ...multipart, parts: multipart.parts + 1, bytes: multipart.bytes + oldest.length };
      unsaved += 1;
      if (unsaved < savedEvery || onSaved === undefined) return;
      unsaved = 0;
      await onSaved({ sizeBytes: multipart.bytes, multipart, ...former });
    }

    async function sendParts(): Promise<void> {
      for (let length = partBytes(sent); waitingFor >= length; length = partBytes(sent)) {
        if (inFlight.length >= partsAtOnce) await settleOldest();
        multipart ??= await begin(key);
        sent += 1;
        const part = { UploadId: multipart.id, PartNumber: sent, Body: take(length) };
        const done = client.send(new UploadPartCommand({ ...target(key), ...part }));
        done.catch(ignore);
        inFlight.push({ length, done });
      }
    }

    try {
      if (state?.formerTail !== undefined) await remove(state.formerTail);
      if (state?.tail !== undefined) {
        waiting = [await readTail(state.tail)];
        waitingFor = waiting[0]?.length ?? 0;
      }
      let arrived = 0;
      const cutOff = await eachChunk(body, (chunk) => {
        onChunk?.(chunk);
        arrived += chunk.length;
        waiting.push(chunk);
        waitingFor += chunk.length;
        return waitingFor >= partBytes(sent) ? sendParts() : undefined;
      });
      while (inFlight.length > 0) await settleOldest();
      if (arrived === 0) return { state: state ?? { sizeBytes: 0 }, cutOff };
      const sizeBytes = (multipart?.bytes ?? 0) + waitingFor;
      const whole = { sizeBytes, ...(multipart === undefined ? {} : { multipart }), ...former };
      if (waitingFor === 0) return { state: whole, cutOff };
      const tail = `${key}-${sizeBytes}`;
      await client.send(new PutObjectCommand({ ...target(tail), Body: take(waitingFor) }));
      return { state: { ...whole, tail }, cutOff };
    } catch (error) {
      discard(body);
      const isGone = isMissingKey(error) || (state?.multipart && (await isEnded(key, state.multipart)));
      throw isGone ? notFound('the upload') : translateS3(error);
    }
  }

  /** Whether the multipart upload has ended: some servers then cut the connection of a part, without a reason. */
  async function isEnded(key: string, { id }: Multipart): Promise<boolean> {
    try {
      await client.send(new ListPartsCommand({ ...target(key), UploadId: id, MaxParts: 1 }));
      return false;
    } catch (error) {
      return isMissingUpload(error);
    }
  }

  async function seal(key: string, state: AppendState): Promise<string> {
    const { multipart, tail, sizeBytes } = state;
    try {
      if (multipart !== undefined) await complete(key, multipart, tail);
      else if (tail !== undefined) return tail;
      else await client.send(new PutObjectCommand({ ...target(key), Body: Buffer.alloc(0) }));
      return key;
    } catch (error) {
      const isGone = isMissingUpload(error) || (multipart && (await isEnded(key, multipart)));
      if (!isGone) throw translateS3(error);
      // a repeated call: the first call succeeded although its answer was lost
      if ((await blobs.stat(key))?.sizeBytes === sizeBytes) return key;
      throw notFound('the upload');
    }
  }

  async function complete(key: string, { id, parts }: Multipart, tail: string | undefined): Promise<void> {
    const upload = { ...target(key), UploadId: id };
    const count = tail === undefined ? parts : parts + 1;
    if (tail !== undefined) {
      const last = { PartNumber: count, Body: await readTail(tail) };
      await client.send(new UploadPartCommand({ ...upload, ...last }));
    }
    // a writer that was interrupted may have left parts beyond the count
    const found = (await listParts(upload)).filter(({ PartNumber = 0 }) => PartNumber <= count);
    if (found.length !== count) throw notFound('the upload');
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: found } }));
  }

  async function listParts(upload: Place & { UploadId: string }): Promise<CompletedPart[]> {
    const parts: CompletedPart[] = [];
    let marker: string | undefined;
    do {
      const page = await client.send(
        new ListPartsCommand({ ...upload, ...(marker === undefined ? {} : { PartNumberMarker: marker }) }),
      );
      for (const { PartNumber, ETag, ChecksumCRC32 } of page.Parts ?? []) {
        if (PartNumber === undefined || ETag === undefined) continue;
        parts.push({ PartNumber, ETag, ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }) });
      }
      // some servers name a next page after the last one
      marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
    return parts;
  }

  async function drop(key: string, state: AppendState | undefined): Promise<void> {
    try {
      if (state?.multipart !== undefined) await abort(key, state.multipart.id);
      for await (const blob of blobs.list(key)) {
        if (blob.key === key || blob.key.startsWith(`${key}-`)) await remove(blob.key);
      }
    } catch (error) {
      throw translateS3(error);
    }
  }

  async function abort(key: string, UploadId: string): Promise<void> {
    try {
      await client.send(new AbortMultipartUploadCommand({ ...target(key), UploadId }));
    } catch (error) {
      if (!isMissingUpload(error)) throw error;
    }
  }

  return { append, seal, drop };
}

function partBytes(sent: number): number {
  return basePartBytes * 2 ** Math.floor(sent / partsOfOneSize);
}

function ignore(): void {}
