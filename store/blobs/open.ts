import type { Blobs } from './blobs.ts';
import { createDiskBlobs, type DiskBlobsOptions } from './disk.ts';
import type { S3BlobsOptions } from './s3-client.ts';
import { createS3Blobs } from './s3.ts';

export type BlobsOptions = ({ kind: 'disk' } & DiskBlobsOptions) | ({ kind: 's3' } & S3BlobsOptions);

/** The blob store of the configuration. */
export function createBlobs(options: BlobsOptions): Blobs {
  switch (options.kind) {
    case 'disk':
      return createDiskBlobs(options);
    case 's3':
      return createS3Blobs(options);
    default:
      return options satisfies never;
  }
}
