import { ConfigError, readEnv } from '../config/env.ts';
import { createS3Client } from '../store/blobs/s3-client.ts';
import { setupBucket } from '../store/blobs/setup-bucket.ts';

const env = readEnv(process.env);
const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
if (bucket === undefined) throw new ConfigError(['S3_BUCKET is missing']);

const client = createS3Client({
  bucket,
  region: env.S3_REGION ?? 'us-east-1',
  forcePathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
  ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
  // without an own key: the chain of AWS
  ...(accessKeyId === undefined || secretAccessKey === undefined
    ? {}
    : { credentials: { accessKeyId, secretAccessKey } }),
  tempDir: env.DATA_DIR,
});
try {
  const scanner = env.S3_SCANNER_ACCESS_KEY_ID;
  const users = scanner === undefined ? undefined : { scanner, owner: accessKeyId };
  const { isNew } = await setupBucket(client, { bucket, users });
  process.stdout.write(`the bucket ${bucket} ${isNew ? 'is made' : 'is there'}\n`);
} finally {
  client.destroy();
}
