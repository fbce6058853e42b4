import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startChild, type Child } from './child.ts';
import { freePort } from './free-port.ts';
import { findTool, requireTool } from './tool.ts';

const goFolders = [process.env['GOBIN'], join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin')];

export const s3Binary = findTool(
  'versitygw',
  goFolders.filter((folder) => folder !== undefined),
);
export const s3Missing =
  'versitygw is neither on PATH nor in the Go bin folder (go install github.com/versity/versitygw/cmd/versitygw@v1.8.0)';

export interface S3Server {
  url: string;
  bucket: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  stop(): Promise<void>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the server at the same address with the same objects. */
  restart(): Promise<void>;
}

const credentials = { accessKeyId: 'testkey', secretAccessKey: 'testsecret123' };
const region = 'us-east-1';
const bucket = 'artifacts';

/** An S3 server over a temporary folder, with one empty bucket. @throws Error if there is no binary */
export async function startS3(): Promise<S3Server> {
  const binary = requireTool(s3Binary, s3Missing);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-s3-'));
  const data = join(folder, 'data');
  await mkdir(data);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [
    '--port',
    `127.0.0.1:${port}`,
    '--keep-alive',
    '--quiet',
    '--health',
    '/health',
    'posix',
    data,
  ];
  const env = { ROOT_ACCESS_KEY: credentials.accessKeyId, ROOT_SECRET_KEY: credentials.secretAccessKey };
  const launch = (): Promise<Child> =>
    startChild(binary, args, { env, isReady: () => fetch(`${url}/health`) });
  let child = await launch();
  await createBucket(url);
  return {
    url,
    bucket,
    region,
    credentials,
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
    kill: () => child.stop('SIGKILL'),
    restart: async () => {
      await child.stop();
      child = await launch();
    },
  };
}

async function createBucket(endpoint: string): Promise<void> {
  const client = new S3Client({ region, endpoint, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}
