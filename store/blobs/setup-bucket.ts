import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketPolicyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** Access keys of an S3 server, or ARNs of AWS users. */
interface BucketUsers {
  scanner: string;
  /** The user of api and worker. */
  owner: string | undefined;
}

/**
 * The scanner's rights: it reads uploads, and stores the files that it extracts. It removes nothing. On servers that
 * identify users by keys, like versitygw, a bucket policy excludes every other key, even the owner's; in AWS the
 * owner has rights through IAM.
 */
function scannerPolicy(bucket: string, { scanner, owner }: BucketUsers): string {
  const allow = (user: string, Action: string | string[], ...paths: string[]) => ({
    Effect: 'Allow',
    Principal: { AWS: [user] },
    Action,
    Resource: paths.map((path) => `arn:aws:s3:::${bucket}${path}`),
  });
  const isByIam = scanner.startsWith('arn:');
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      ...(owner === undefined || isByIam ? [] : [allow(owner, 's3:*', '', '/*')]),
      allow(scanner, 's3:ListBucket', ''),
      allow(scanner, 's3:GetObject', '/sha256/*', '/staging/*'),
      allow(scanner, ['s3:PutObject', 's3:AbortMultipartUpload'], '/sha256/*'),
    ],
  });
}

/** Creates the bucket if it is missing, and grants the scanner's rights. Idempotent. */
export async function setupBucket(
  client: S3Client,
  { bucket, users }: { bucket: string; users: BucketUsers | undefined },
): Promise<{ isNew: boolean }> {
  const isNew = !(await exists(client, bucket));
  if (isNew) await client.send(new CreateBucketCommand({ Bucket: bucket }));
  if (users !== undefined) {
    const Policy = scannerPolicy(bucket, users);
    await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
  }
  return { isNew };
}

async function exists(client: S3Client, bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return true;
  } catch (error) {
    if (error instanceof Error && ['NotFound', 'NoSuchBucket'].includes(error.name)) return false;
    throw error;
  }
}
