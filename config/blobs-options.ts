import { join } from 'node:path';
import type { BlobsOptions } from '../store/blobs/open.ts';
import type { Config } from './config.ts';
import type { Secrets } from './secrets.ts';

/** Blob settings with their secrets, which the printable part of the configuration leaves out. */
export function blobsOptions(
  config: Pick<Config, 'blobs' | 'dataDir'> & { secrets: Pick<Secrets, 's3'> },
): BlobsOptions {
  if (config.blobs.kind === 'disk') return { ...config.blobs };
  const credentials = config.secrets.s3;
  return {
    ...config.blobs,
    tempDir: join(config.dataDir, 'tmp'),
    ...(credentials === undefined ? {} : { credentials }),
  };
}
