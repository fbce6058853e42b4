import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketPolicyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** Keys of an S3 server, or ARNs of users of AWS. */
interface BucketUsers {
  scanner: string;
  /** The user of api and worker. */
  owner: string | undefined;
}

/**
 * The rights of the scanner: it reads what it scans, and keeps what it took out of an archive. It removes nothing. Where keys
 * are users, as with versitygw, a bucket with a policy is open to no other key, its owner's included; in AWS the owner has
 * its rights by IAM.
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

/** Makes the bucket where it is missing, and lets the scanner's key in. Can be run again. */
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
