import { Readable, Transform } from 'node:stream';
import { createDigestBuilder } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import type { StagedUpload } from '../../ecosystems/context/publishing.ts';
import { type Blobs, stagingKey } from '../../store/blobs/blobs.ts';
import { newId } from '../../store/postgres/ids.ts';

/** Streams a body to staging while hashing it; a body that is too large or interrupted is removed. */
export async function receive(
  blobs: Blobs,
  body: Readable | Buffer,
  maxBytes: number,
): Promise<StagedUpload> {
  const uploadId = newId();
  const digests = createDigestBuilder();
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) {
        done(new DomainError('too_large', `the upload is larger than ${maxBytes} bytes`));
        return;
      }
      digests.update(chunk);
      done(null, chunk);
    },
  });
  let sizeBytes = 0;
  // the store listens only after its own preparations: an earlier error without a listener would end the process
  meter.on('error', () => undefined);
  const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
  source.on('error', (error) => meter.destroy(error));
  source.on('close', () => {
    // a client that disconnects ends its request without an error event
    if (!source.readableEnded) meter.destroy(new DomainError('bad_request', 'the upload broke off'));
  });
  source.pipe(meter);
  try {
    await blobs.put(stagingKey(uploadId), meter);
  } catch (error) {
    await blobs.delete(stagingKey(uploadId)).catch(() => {});
    throw error;
  }
  return { uploadId, sizeBytes, ...digests.digest() };
}

/** Passes the received bytes as a local file, which exists until `use` ends. */
export function withUpload<Result>(
  blobs: Blobs,
  { uploadId }: StagedUpload,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  return blobs.withLocalFile(stagingKey(uploadId), use);
}
