import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EtagAlgorithm } from '../../domain/document.ts';
import { cargo } from '../../ecosystems/cargo/index.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Person } from '../support/management.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';
import { copyReleases } from '../support/seeded-releases.ts';

const marshalled = gzipSync(Buffer.from([4, 8, 0x5b, 0xff, 0xfe, 0]));

/** Binary index documents with every kind of tag. */
const binary: Ecosystem = {
  ...cargo,
  documents: {
    order: null,
    frames: ({ package: pkg }) =>
      (['md5', 'sha256', 'parts'] as const).map((etag) => ({
        path: `${etag}/${pkg.name}`,
        contentType: 'application/octet-stream',
        etag,
        pieces: [marshalled, { list: 'versions', separator: '\u0001' }, Buffer.from([0xff])],
      })),
    release: (release) => ({ entries: { versions: release.version }, documents: [] }),
  },
};

let platform: ContextPlatform;
let alice: Person;
beforeAll(async () => {
  platform = await startContext(binary);
  alice = await platform.api.createPerson('alice');
});
afterAll(() => platform?.stop());

async function read(path: string, headers: Record<string, string> = {}) {
  const { context, caller } = await platform.as(undefined, async (asked) => asked);
  const app = Fastify();
  app.get('/', (_request, reply) => context.documents.send(caller, reply, path));
  const answer = await app.inject({ url: '/', headers });
  await app.close();
  return {
    etag: String(answer.headers['etag']),
    encoding: answer.headers['content-encoding'],
    body: answer.rawPayload,
  };
}

test.each([
  ['whole', 'small', 0],
  ['in parts', 'large', 250],
])(
  'bytes that are stored %s arrive as they are, with the tag that was asked for',
  async (_title, name, others) => {
    const { pool } = platform.api;
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0' });
    const versions = Array.from({ length: others }, (_, index) => `1.0.${index + 1}`);
    await copyReleases(pool, packageId, versions);
    await platform.publish(alice, { name, version: '9.0.0' });

    const read3 = async (algorithm: EtagAlgorithm) => read(`${algorithm}/${name}`);
    const [md5, sha256, parts] = [await read3('md5'), await read3('sha256'), await read3('parts')];
    const compressed = await read(`md5/${name}`, { 'accept-encoding': 'gzip' });

    const list = ['1.0.0', ...versions, '9.0.0'].join('\u0001');
    const expected = Buffer.concat([marshalled, Buffer.from(list), Buffer.from([0xff])]);
    for (const { body } of [md5, sha256, parts]) expect(body.equals(expected)).toBe(true);
    expect(md5.etag).toBe(`"${createHash('md5').update(expected).digest('hex')}"`);
    expect(sha256.etag).toBe(`"${createHash('sha256').update(expected).digest('hex')}"`);
    // a document of several parts has a tag of its parts
    expect(parts.etag === sha256.etag).toBe(others === 0);
    expect(parts.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(compressed.encoding).toBe(others === 0 ? undefined : 'gzip');
    const plain = others === 0 ? compressed.body : gunzipSync(compressed.body);
    expect(plain.equals(expected)).toBe(true);
  },
);

test('a small change of a large package writes no more than its own segment', async () => {
  const { pool } = platform.api;
  const { packageId } = await platform.publish(alice, { name: 'lean', version: '1.0.0' });
  await copyReleases(
    pool,
    packageId,
    Array.from({ length: 999 }, (_, index) => `1.0.${index + 1}`),
  );
  await platform.publish(alice, { name: 'lean', version: '9.0.0' });
  const parts = async () => {
    const rows = await pool.any(sql.type(AnyRow)`
      select path || ' ' || piece || ' ' || position as place, ctid::text || xmin::text as row
      from document_parts where path like '%/lean'`);
    return new Map(rows.map((row) => [row['place'], row['row']]));
  };
  const before = await parts();

  await platform.publish(alice, { name: 'lean', version: '9.0.1' });

  const after = await parts();
  const written = [...after].filter(([place, row]) => before.get(place) !== row);
  // three documents: each rewrites the last of its eleven segments and keeps its own text
  expect(after.size).toBe(3 * (11 + 2));
  expect(written).toHaveLength(3);
});
