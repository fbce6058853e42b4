import { S3Client } from '@aws-sdk/client-s3';
import { guardAgainstSilence, type SilenceOptions } from './s3-silence.ts';

export interface S3BlobsOptions {
  bucket: string;
  region: string;
  /** Absent for AWS itself. */
  endpoint?: string;
  forcePathStyle: boolean;
  /** Absent: the credential chain of the SDK (environment, profile, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  /** Folder of local copies, created if missing. */
  tempDir: string;
  /** Objects larger than this are copied in parts of this size. Default: the maximum that S3 copies in one request. */
  maximumCopyBytes?: number;
  /** Time until the first byte of an answer, per attempt. */
  requestTimeoutMs?: number;
  /** When a silent server counts as unavailable. */
  silence?: SilenceOptions;
  /** Attempts per call; the SDK waits with jitter between them. */
  maxAttempts?: number;
}

const connectionTimeoutMs = 3_000;
/** Idle time of a socket. Long, because a slow download client also leaves the socket idle. */
const socketTimeoutMs = 300_000;
const maximumSockets = 256;

export function createS3Client(options: S3BlobsOptions): S3Client {
  const client = new S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    maxAttempts: options.maxAttempts ?? 3,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(options.credentials === undefined ? {} : { credentials: { ...options.credentials } }),
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: options.requestTimeoutMs ?? 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: socketTimeoutMs,
      httpAgent: { keepAlive: true, maxSockets: maximumSockets },
      httpsAgent: { keepAlive: true, maxSockets: maximumSockets },
    },
  });
  guardAgainstSilence(client.config.requestHandler, options.silence);
  return client;
}
