import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import { longestUploadMs, pieces } from './blobs.ts';

/** Aborts multipart uploads of killed writers: otherwise buckets keep and bill the parts for ever. */
export async function abortOlderThan(client: S3Client, bucket: string, ageMs: number): Promise<number> {
  const now = Date.now();
  let removed = 0;
  let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...marker }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined || Initiated === undefined) continue;
      // uploads in pieces may take long
      const lifeMs = Key.startsWith(pieces) ? Math.max(ageMs, longestUploadMs) : ageMs;
      if (Initiated.getTime() >= now - lifeMs) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      removed += 1;
    }
    if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return removed;
    marker = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker === undefined ? {} : { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}
