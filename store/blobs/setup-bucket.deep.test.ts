import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../../test/support/child.ts';
import { freePort } from '../../test/support/free-port.ts';
import { s3Binary, s3Missing } from '../../test/support/s3.ts';
import { isSkipped, requireTool } from '../../test/support/tool.ts';
import { createS3Blobs } from './s3.ts';
import { createS3Client } from './s3-client.ts';
import { setupBucket } from './setup-bucket.ts';

const script = join(import.meta.dirname, '../../deploy/compose/s3.sh');
const bucket = 'rookery';
/** The error name of an answer without a body is `UnknownError`. */
const refused = /access denied|unknownerror|signature|access key/i;

describe.skipIf(isSkipped(s3Binary, s3Missing))('the key of the scanner', () => {
  let folder: string;
  let server: Child;
  let endpoint: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rookery-accounts-'));
    for (const name of ['secrets', 'objects', 'accounts']) await mkdir(join(folder, name));
    for (const name of ['s3_root_secret', 's3_secret', 'scanner_s3_secret']) {
      await writeFile(join(folder, 'secrets', name), `secret of ${name}`.replaceAll(' ', '-'));
    }
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}`;
    const env = {
      PATH: [dirname(requireTool(s3Binary, s3Missing)), process.env['PATH']].join(delimiter),
      SECRETS: join(folder, 'secrets'),
      OBJECTS: join(folder, 'objects'),
      ACCOUNTS: join(folder, 'accounts'),
      S3_LISTEN: `127.0.0.1:${port}`,
      S3_ENDPOINT: endpoint,
    };
    server = await startChild('sh', [script, 'serve'], { env, isReady: () => fetch(`${endpoint}/health`) });
    // the deployment runs it at every start
    for (let time = 0; time < 2; time += 1) {
      execFileSync('sh', [script, 'accounts'], { env: { ...process.env, ...env }, stdio: 'pipe' });
      const client = createS3Client(optionsOf('rookery', 's3_secret'));
      expect(await setupBucket(client, { bucket, users: { scanner: 'scanner', owner: 'rookery' } })).toEqual({
        isNew: false,
      });
      client.destroy();
    }
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const optionsOf = (accessKeyId: string, secret: string) => ({
    bucket,
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey: `secret-of-${secret}` },
    tempDir: join(folder, 'tmp'),
    maxAttempts: 1,
  });
  const as = (key: string, secret: string) => createS3Blobs(optionsOf(key, secret));

  it('reads what is scanned, and keeps what it took out of it', async () => {
    const [api, scanner] = [as('rookery', 's3_secret'), as('scanner', 'scanner_s3_secret')];
    await api.put('staging/1', Buffer.from('uploaded'));
    await api.put('sha256/aa/bb/aabb', Buffer.from('placed'));

    await scanner.ping();
    expect((await buffer(await scanner.read('staging/1'))).toString()).toBe('uploaded');
    expect(await scanner.withLocalFile('sha256/aa/bb/aabb', async () => 'opened')).toBe('opened');
    expect(await scanner.putIfAbsent('sha256/cc/dd/ccdd', Buffer.from('extract'))).toBe(true);
    expect(await scanner.putIfAbsent('sha256/cc/dd/ccdd', Buffer.from('other'))).toBe(false);
    expect((await buffer(await api.read('sha256/cc/dd/ccdd'))).toString()).toBe('extract');
  });

  it('removes nothing, writes nowhere else, and reads no upload in pieces', async () => {
    const [api, scanner] = [as('rookery', 's3_secret'), as('scanner', 'scanner_s3_secret')];
    await api.put('staging/2', Buffer.from('kept'));
    await api.put('pieces/3', Buffer.from('kept'));

    await expect(scanner.delete('staging/2')).rejects.toThrow(refused);
    await expect(scanner.put('staging/2', Buffer.from('changed'))).rejects.toThrow(refused);
    await expect(scanner.read('pieces/3')).rejects.toThrow(refused);
    expect((await buffer(await api.read('staging/2'))).toString()).toBe('kept');
  });

  it('makes a bucket that is missing, once', async () => {
    const client = createS3Client(optionsOf('root', 's3_root_secret'));
    const wanted = { bucket: 'another', users: undefined };

    expect(await setupBucket(client, wanted)).toEqual({ isNew: true });
    expect(await setupBucket(client, wanted)).toEqual({ isNew: false });
    client.destroy();
  });

  it('a key without an account is refused', async () => {
    await expect(as('stranger', 's3_secret').ping()).rejects.toThrow(refused);
  });
});
