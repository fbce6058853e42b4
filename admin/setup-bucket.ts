import { resolve } from 'node:path';
import { blobsOptions } from '../config/blobs-options.ts';
import { blobsGroup } from '../config/config.ts';
import { ConfigError, readEnv } from '../config/env.ts';
import { readS3Credentials } from '../config/secrets.ts';
import { createS3Client } from '../store/blobs/s3-client.ts';
import { setupBucket } from '../store/blobs/setup-bucket.ts';

const env = readEnv(process.env);
const dataDir = resolve(env.DATA_DIR);
const problems: string[] = [];
const s3 = readS3Credentials(env, problems);
const options = blobsOptions({ dataDir, blobs: blobsGroup(env, dataDir), secrets: s3 ? { s3 } : {} });
if (options.kind !== 's3')
  problems.push('S3_BUCKET is missing: without it blobs are in DATA_DIR, and need no setup');
if (options.kind !== 's3' || problems.length > 0) throw new ConfigError(problems);

const { bucket } = options;
const client = createS3Client(options);
try {
  const scanner = env.S3_SCANNER_ACCESS_KEY_ID;
  const users = scanner === undefined ? undefined : { scanner, owner: s3?.accessKeyId };
  const { isNew } = await setupBucket(client, { bucket, users });
  process.stdout.write(`the bucket ${bucket} ${isNew ? 'is made' : 'is there'}\n`);
} finally {
  client.destroy();
}
