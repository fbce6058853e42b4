import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { Place } from './s3-pieces.ts';

/** The maximum that S3 copies in one request. */
export const maximumCopyBytes = 5 * 1024 ** 3;

/** Copies an object of `sizeBytes` within the server, in parts of at most `limit` if the object is larger. */
export async function copyObject(
  client: S3Client,
  { from, to, sizeBytes, limit }: { from: Place; to: Place; sizeBytes: number; limit: number },
): Promise<void> {
  const CopySource = encodeURIComponent(`${from.Bucket}/${from.Key}`);
  if (sizeBytes <= limit) {
    await client.send(new CopyObjectCommand({ ...to, CopySource }));
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(to));
  try {
    const parts: CompletedPart[] = [];
    for (let start = 0; start < sizeBytes; start += limit) {
      const CopySourceRange = `bytes=${start}-${Math.min(start + limit, sizeBytes) - 1}`;
      const part = { UploadId, PartNumber: parts.length + 1, CopySource, CopySourceRange };
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand({ ...to, ...part }));
      const ETag = CopyPartResult?.ETag;
      parts.push({ PartNumber: part.PartNumber, ...(ETag === undefined ? {} : { ETag }) });
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...to, UploadId, MultipartUpload: { Parts: parts } }),
    );
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...to, UploadId })).catch(() => undefined);
    throw error;
  }
}
