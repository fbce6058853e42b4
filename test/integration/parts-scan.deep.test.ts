import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lzma2Plain, xzBlock, xzStream } from '../../scan/packed/fixtures/build.ts';
import { layerBzip2 } from '../../scan/packed/fixtures/samples.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { digestOf, type LayerClient, layerClient } from '../support/layers.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';

let platform: CombinedPlatform;
let user: { username: string; token: string };
beforeAll(async () => {
  platform = await startCombinedPlatform({ SCANNER_PART_BYTES: '1000000' });
  user = await platform.createUser();
});
afterAll(() => platform?.stop());

const gzipType = 'application/vnd.oci.image.layer.v1.tar+gzip';
const zstdType = 'application/vnd.oci.image.layer.v1.tar+zstd';

/** A frame without content: a reader that stops after the first frame sees nothing else. */
const emptyFrame = zstdCompressSync(Buffer.alloc(0));

async function tarOf(files: Record<string, { body: string; mode?: number }>): Promise<Buffer> {
  const tar = pack();
  const bytes = buffer(tar);
  for (const [name, { body, mode = 0o644 }] of Object.entries(files)) tar.entry({ name, mode }, body);
  tar.entry({ name: 'bin', type: 'symlink', linkname: '/usr/bin' });
  tar.finalize();
  return bytes;
}

/** Random, so that the source contains no text that looks like a credential. */
function makeToken(): string {
  const letters = randomBytes(64)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '');
  return `ghp_${letters.slice(0, 36)}`;
}

interface Found {
  title: string;
  severity: string;
  artifact: string;
  file: string | null;
}

async function listFindings({ name }: LayerClient): Promise<Found[]> {
  return query<Found>(
    platform.databaseUrl,
    `select title, severity, artifact_filename as artifact, file from findings
     join packages on packages.id = findings.package_id where packages.name = $1
     order by severity, file`,
    [name],
  );
}

describe('an image', () => {
  test('with harmless layers is visible; what is installed in them is on record', async () => {
    const client = layerClient(platform, user);
    const status = { body: 'Package: bash\nStatus: install ok installed\nVersion: 5.2-1\n' };
    const manifest = { body: '{"name":"left-pad","version":"1.3.0"}' };
    const base = gzipSync(
      await tarOf({ 'var/lib/dpkg/status': status, 'usr/bin/su': { body: 'x', mode: 0o4755 } }),
    );
    const app = zstdCompressSync(await tarOf({ 'app/node_modules/left-pad/package.json': manifest }));

    const answer = await client.pushImage(
      [
        { bytes: base, mediaType: gzipType },
        { bytes: app, mediaType: zstdType },
      ],
      'latest',
    );

    expect(answer.status).toBe(201);
    const other = layerClient(platform, await platform.createUser());
    const path = `/v2/${client.name}/manifests/latest`;
    await eventually(async () => expect((await other.call('GET', path)).status).toBe(200));
    expect(await listFindings(client)).toEqual([
      {
        title: 'Program with raised rights',
        severity: 'medium',
        artifact: digestOf(base),
        file: 'usr/bin/su',
      },
    ]);
    const [metadata] = await query<{ inventory: unknown }>(
      platform.databaseUrl,
      `select inventory from release_metadata join releases on releases.id = release_metadata.release_id
       join packages on packages.id = releases.package_id where packages.name = $1`,
      [client.name],
    );
    expect(metadata?.inventory).toEqual([
      { type: 'deb', name: 'bash', version: '5.2-1' },
      { type: 'npm', name: 'left-pad', version: '1.3.0' },
    ]);
  });

  test('with a live token in a layer or in its environment waits for a person', async () => {
    const [inLayer, inEnvironment] = [layerClient(platform, user), layerClient(platform, user)];
    const leaking = gzipSync(await tarOf({ 'app/.env': { body: `GITHUB_TOKEN=${makeToken()}\n` } }));
    const harmless = gzipSync(await tarOf({ 'app/main': { body: randomBytes(8).toString('hex') } }));

    await inLayer.pushImage([{ bytes: leaking, mediaType: gzipType }], 'v1');
    const config = { config: { Env: [`GITHUB_TOKEN=${makeToken()}`] } };
    await inEnvironment.pushImage([{ bytes: harmless, mediaType: gzipType }], 'v1', config);

    const states = await Promise.all([stateOf(inLayer), stateOf(inEnvironment)]);
    expect(states).toEqual(['blocked_by_findings', 'blocked_by_findings']);
    expect(await listFindings(inLayer)).toMatchObject([{ severity: 'critical', file: 'app/.env' }]);
    expect(await listFindings(inEnvironment)).toMatchObject([{ severity: 'critical', file: null }]);
  });

  test('shares what is known of a layer: it is looked through once', async () => {
    const [first, second] = [layerClient(platform, user), layerClient(platform, user)];
    const base = gzipSync(
      await tarOf({ 'usr/bin/sudo': { body: randomBytes(8).toString('hex'), mode: 0o4755 } }),
    );

    await first.pushImage([{ bytes: base, mediaType: gzipType }], 'v1');
    await query(platform.databaseUrl, `update blob_scans set files = 4711 where sha256 = $1`, [shaOf(base)]);
    await second.pushImage([{ bytes: base, mediaType: gzipType }], 'v1');

    expect(await listFindings(second)).toEqual(await listFindings(first));
    const scans = await query<{ files: number }>(
      platform.databaseUrl,
      `select files from blob_scans where sha256 = $1`,
      [shaOf(base)],
    );
    expect(scans).toEqual([{ files: 4711 }]);
  });

  test('with layers that are no archives or too large is visible, and says so', async () => {
    const client = layerClient(platform, user);
    const [strange, large] = [randomBytes(5_000), randomBytes(1_000_001)];

    const answer = await client.pushImage(
      [
        { bytes: strange, mediaType: gzipType },
        { bytes: large, mediaType: gzipType },
      ],
      'v1',
    );

    expect(answer.status).toBe(201);
    expect((await listFindings(client)).map(({ title, severity }) => ({ title, severity }))).toEqual([
      { title: 'Part not inspected', severity: 'info' },
      { title: 'Part not inspected', severity: 'low' },
    ]);
    expect(await stateOf(client)).toBeNull();
    const listed = await client.call(
      'GET',
      `/v1/packages/oci/${encodeURIComponent(client.name)}/security-findings`,
    );
    expect(listed.bytes.toString()).toContain('was not looked through: it is larger than 1000000 bytes.');
  });

  test.each([
    [
      'xz',
      'application/vnd.oci.image.layer.v1.tar+xz',
      (tar: Buffer) => xzStream([xzBlock(lzma2Plain(tar))]),
    ],
    ['zstd in several frames', zstdType, (tar: Buffer) => Buffer.concat([emptyFrame, zstdCompressSync(tar)])],
    ['gzip under an unknown type', 'application/vnd.example.what+thing', (tar: Buffer) => gzipSync(tar)],
    ['no packing under an unknown type', 'application/octet-stream', (tar: Buffer) => tar],
  ])('is opened as its bytes tell, not as it is called: %s', async (_packing, mediaType, packed) => {
    const client = layerClient(platform, user);
    const leaking = packed(await tarOf({ 'app/.env': { body: `GITHUB_TOKEN=${makeToken()}\n` } }));

    await client.pushImage([{ bytes: leaking, mediaType }], 'v1');

    expect(await stateOf(client)).toBe('blocked_by_findings');
    expect(await listFindings(client)).toMatchObject([{ severity: 'critical', file: 'app/.env' }]);
  });

  test('is looked through as bzip2 packs it', async () => {
    const client = layerClient(platform, user);

    await client.pushImage([{ bytes: layerBzip2, mediaType: 'application/x-what' }], 'v1');

    expect(await listFindings(client)).toMatchObject([{ severity: 'medium', file: 'app/tool' }]);
  });

  test('is looked through again when an older scanner did not understand it', async () => {
    const [first, second] = [layerClient(platform, user), layerClient(platform, user)];
    const tar = await tarOf({ 'usr/bin/sudo': { body: randomBytes(8).toString('hex'), mode: 0o4755 } });
    const layer = { bytes: gzipSync(tar), mediaType: gzipType };
    await first.pushImage([layer], 'v1');
    await query(
      platform.databaseUrl,
      `update blob_scans set scanner = 'parts/1', files = 0, findings = '[]' where sha256 = $1`,
      [shaOf(layer.bytes)],
    );

    await second.pushImage([layer], 'v1');

    expect(await listFindings(second)).toMatchObject([{ file: 'usr/bin/sudo' }]);
  });
});

describe('where policy says so', () => {
  let strict: CombinedPlatform;
  beforeAll(async () => {
    strict = await startCombinedPlatform({ UNINSPECTED_PARTS: 'hold' });
  });
  afterAll(() => strict?.stop());

  test('an image with an uninspected layer waits for a person', async () => {
    const owner = await strict.createUser();
    const [unknown, known] = [layerClient(strict, owner), layerClient(strict, owner)];
    const tar = gzipSync(await tarOf({ 'app/main': { body: randomBytes(8).toString('hex') } }));

    await unknown.pushImage([{ bytes: randomBytes(5_000), mediaType: gzipType }], 'v1');
    await known.pushImage([{ bytes: tar, mediaType: gzipType }], 'v1');

    const held = await query<{ status_reason: string | null; name: string }>(
      strict.databaseUrl,
      `select packages.name, status_reason from releases join packages on packages.id = releases.package_id
       where packages.name = any($1) order by status_reason nulls last`,
      [[unknown.name, known.name]],
    );
    expect(held).toEqual([
      { name: unknown.name, status_reason: 'blocked_by_findings' },
      { name: known.name, status_reason: null },
    ]);
  });
});

const shaOf = (bytes: Buffer) => digestOf(bytes).slice('sha256:'.length);

async function stateOf({ name }: LayerClient): Promise<string | null> {
  const [row] = await query<{ status_reason: string | null }>(
    platform.databaseUrl,
    `select status_reason from releases join packages on packages.id = releases.package_id
     where packages.name = $1`,
    [name],
  );
  return row?.status_reason ?? null;
}
