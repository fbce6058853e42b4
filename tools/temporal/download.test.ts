import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadArchive } from './download.ts';

const binary = '#!/bin/sh\necho temporal\n';
let archive: Buffer;
let server: Server;
let folder: string;
let url: string;

beforeAll(async () => {
  const tar = pack();
  tar.entry({ name: 'LICENSE' }, 'free');
  tar.entry({ name: 'temporal' }, binary);
  tar.finalize();
  archive = gzipSync(await buffer(tar));
  server = createServer((_request, response) => response.end(archive)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  folder = await mkdtemp(join(tmpdir(), 'rookery-download-'));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

test('the binary of an archive with the known digest is taken', async () => {
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const target = join(folder, 'temporal');

  await downloadArchive({ url, sha256 }, target);

  expect(await readFile(target, 'utf8')).toBe(binary);
});

test('an archive with another digest is refused', async () => {
  const sha256 = '0'.repeat(64);

  await expect(downloadArchive({ url, sha256 }, join(folder, 'other'))).rejects.toThrow('not used');
});
