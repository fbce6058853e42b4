import { join } from 'node:path';
import type { BlobsOptions } from '../store/blobs/open.ts';
import type { Config } from './config.ts';

/** Blob settings with their secrets, which the printable part of the configuration leaves out. */
export function blobsOptions(config: Config): BlobsOptions {
  if (config.blobs.kind === 'disk') return { ...config.blobs };
  const credentials = config.secrets.s3;
  return {
    ...config.blobs,
    tempDir: join(config.dataDir, 'tmp'),
    ...(credentials === undefined ? {} : { credentials }),
  };
}
