import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cargo } from '../../ecosystems/cargo/index.ts';
import { emptyMetadata } from '../../ecosystems/cargo/fixtures/samples.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';
import type { WideDocument } from '../../ecosystems/repository-indexes.ts';
import { transferPackage } from '../../services/transfers/package.ts';
import { createCatalog } from '../../store/postgres/packages/catalog.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import { compactRepositoryIndexes } from '../../activities/compact-repository-indexes.ts';
import { rebuildWideDocument } from '../../store/postgres/documents/repository-indexes.ts';
import { sql } from '../../store/postgres/pool.ts';
import type { Person } from '../support/management.ts';
import { createTestRenderer } from '../support/renderer.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';
import { findRepository } from '../../store/postgres/packages/repositories.ts';

/** A document with a line for each change: the last version, and the digest of the package's index. */
const versions: WideDocument = {
  path: 'versions',
  contentType: 'text/plain',
  etag: 'md5',
  keeps: 'every entry',
  head: () => Buffer.from('---\n'),
  entry({ package: pkg, releases, etags, before }) {
    const line = `${pkg.name} ${releases.at(-1)?.version ?? '-'} ${[...etags.values()].join()}\n`;
    return before.at(-1)?.toString() === line ? null : Buffer.from(line);
  },
  compact: (entries) => entries.at(-1) ?? null,
};

/** A binary document: its bytes have to stay unchanged. */
const names: WideDocument = {
  ...versions,
  path: 'names',
  contentType: 'application/octet-stream',
  etag: 'sha256',
  keeps: 'the latest',
  head: () => Buffer.from([0xff, 0x00]),
  entry: ({ package: pkg, releases }) => Buffer.from(`${pkg.name}\u0000${releases.length}\u0001`),
};

/** A document with a line for each version that has no line yet, like the index of gems. */
const added: WideDocument = {
  ...versions,
  path: 'added',
  entry({ package: pkg, releases, before }) {
    const known = before.map(String).join('');
    const lines = releases.map(({ version }) => `${pkg.name} ${version}\n`);
    const more = lines.filter((line) => !known.includes(line)).join('');
    return more === '' ? null : Buffer.from(more);
  },
  compact: (entries) => Buffer.concat(entries),
};

/** A document with one line for each package, like the list of Python projects. */
const once: WideDocument = {
  ...versions,
  path: 'once',
  keeps: 'the latest',
  entry: ({ package: pkg, before }) => (before.length > 0 ? null : Buffer.from(`${pkg.name} is here\n`)),
};

const gems: Ecosystem = { ...cargo, wideDocuments: [versions, names, added, once] };

let platform: ContextPlatform;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  platform = await startContext(gems);
  alice = await platform.api.createPerson('alice');
  bob = await platform.api.createPerson('bob');
});
afterAll(() => platform?.stop());

let name = '';
let count = 0;
beforeEach(() => {
  count += 1;
  name = `probe-${count}`;
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The document that a client would receive. @throws The error of the answer */
async function read(
  path: string,
  {
    person,
    slug = null,
    headers = {},
  }: { person?: Person; slug?: string | null; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { context, caller } = await platform.as(person, async (asked) => asked);
  const app = Fastify();
  const failed: unknown[] = [];
  app.get('/', async (_request, reply) =>
    context.documents.sendWide(
      {
        ...caller,
        repository: slug,
        mount: slug === null ? null : await findRepository(platform.api.pool, slug),
      },
      reply,
      path,
    ),
  );
  app.setErrorHandler(async (error, _request, reply) => {
    failed.push(error);
    return reply.code(500).send();
  });
  const { statusCode: status, headers: answered, rawPayload: body } = await app.inject({ url: '/', headers });
  await app.close();
  if (failed.length > 0) throw failed[0];
  return { status, headers: answered as Record<string, string>, body };
}

async function publish(version: string): Promise<string> {
  const draft = { name, version, publication: { name, metadata: emptyMetadata } };
  const { packageId } = await platform.publish(alice, draft);
  return packageId;
}

const linesOf = ({ body }: Answer) =>
  body
    .toString()
    .split('\n')
    .filter((line) => line.startsWith(`${name} `));

describe('a document about all packages', () => {
  test('grows by what a change adds, and hands out the rest', async () => {
    await publish('1.0.0');
    const before = await read('versions');
    await publish('1.1.0');

    const after = await read('versions');
    const rest = await read('versions', { headers: { range: `bytes=${before.body.length}-` } });

    expect(before.status).toBe(200);
    expect(before.body.subarray(0, 4).toString()).toBe('---\n');
    expect(after.body.subarray(0, before.body.length).equals(before.body)).toBe(true);
    expect(rest).toMatchObject({
      status: 206,
      headers: {
        'content-range': `bytes ${before.body.length}-${after.body.length - 1}/${after.body.length}`,
        etag: `"${createHash('md5').update(after.body).digest('hex')}"`,
        'repr-digest': `sha-256=:${createHash('sha256').update(after.body).digest('base64')}:`,
      },
    });
    expect(Buffer.concat([before.body, rest.body]).equals(after.body)).toBe(true);
    expect(linesOf(rest).map((line) => line.split(' ')[1])).toEqual(['1.1.0']);
    expect(
      (await read('versions', { headers: { 'if-none-match': after.headers['etag'] ?? '' } })).status,
    ).toBe(304);
    expect(await read('versions', { headers: { range: `bytes=${after.body.length}-` } })).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${after.body.length}` },
    });
    // the time would reveal a change that this reader may not see
    expect(after.headers['last-modified']).toBeUndefined();
  });

  test('is written to without reading or rewriting what is there', async () => {
    const packageId = await publish('1.0.0');
    const { pool } = platform.api;
    const rows = () =>
      pool.any(sql.unsafe`
      select ctid::text, path, position from document_parts where path = 'versions' order by position`);
    const before = await rows();

    await platform.api.pool.query(
      sql.unsafe`update releases set is_yanked = true where package_id = ${packageId}`,
    );
    await createCatalog(pool, createTestRenderer(createEcosystems([gems]))).changePackage(
      packageId,
      async () => {},
    );

    expect((await rows()).slice(0, before.length)).toEqual(before);
    expect(await rows()).toHaveLength(before.length + 1);
  });

  test('has one entry after the other, however many are written at once', async () => {
    const packages = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const one = `crowd-${index}`;
        const draft = { name: one, version: '1.0.0', publication: { name: one, metadata: emptyMetadata } };
        return platform.publish(alice, draft);
      }),
    );

    const text = (await read('versions')).body.toString();

    expect(packages).toHaveLength(8);
    for (let index = 0; index < 8; index += 1) {
      expect(text.split(`crowd-${index} 1.0.0 `)).toHaveLength(2);
    }
    const positions = await platform.api.pool.anyFirst(sql.unsafe`
      select position from document_parts where path = 'versions' order by position`);
    expect(positions).toEqual(positions.map((_, index) => index));
  });

  test('shows a package to those who see it, from the change of its visibility on', async () => {
    const packageId = await publish('1.0.0');
    const { pool } = platform.api;
    const slug = String(
      await pool.oneFirst(sql.unsafe`
      select repositories.slug from packages join repositories on repositories.id = packages.repository_id
      where packages.id = ${packageId}`),
    );
    const change = async (table: 'packages' | 'repositories', visibility: string) =>
      pool.query(sql.unsafe`
        update ${sql.identifier([table])} set visibility = ${visibility}
        where id = (select ${sql.identifier([table === 'packages' ? 'id' : 'repository_id'])} from packages
          where id = ${packageId})`);
    const seen = async () => {
      const shared = await read('versions');
      const own = await read('versions', { person: alice, slug });
      expect(shared.headers['etag']).toBe(`"${createHash('md5').update(shared.body).digest('hex')}"`);
      return [linesOf(shared).length, linesOf(own).length];
    };

    expect(await seen()).toEqual([1, 1]);
    await change('packages', 'private');
    expect(await seen()).toEqual([0, 0]);
    await change('repositories', 'private');
    expect(await seen()).toEqual([0, 1]);
    await expect(read('versions', { slug })).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(read('versions', { person: bob, slug })).rejects.toMatchObject({ code: 'not_found' });
    await change('packages', 'public');
    expect(await seen()).toEqual([0, 1]);
    await change('repositories', 'public');
    expect(await seen()).toEqual([1, 1]);
    await change('packages', 'unlisted');
    expect(await seen()).toEqual([0, 0]);
    await change('packages', 'public');
    await pool.query(sql.unsafe`update packages set readable_releases = 0 where id = ${packageId}`);
    expect(await seen()).toEqual([0, 0]);
  });

  test('of a repository has all of a package that moved there, and nothing of one that left', async () => {
    await publish('1.0.0');
    await publish('1.1.0');
    const send = (url: string, body: object) => platform.api.call('POST', url, { token: alice.token, body });
    const slugs = ['first', 'second'].map((word) => `${name}-${word}`);
    for (const slug of slugs) {
      expect(await send('/v1/orgs', { name: slug, slug })).toMatchObject({ status: 201 });
      const made = await send('/v1/repositories', { name: slug, slug, kind: 'public', owner_org_slug: slug });
      expect(made).toMatchObject({ status: 201 });
    }
    const { caller } = await platform.as(alice, async (asked) => asked);
    const { platform: deps, pool } = platform.api;
    const catalog = createCatalog(pool, createTestRenderer(createEcosystems([gems])));
    const transfer = (slug = '') =>
      transferPackage({ ...deps, catalog }, caller, { ecosystem: gems, name }, { organizationSlug: slug });
    const seen = (path: string) =>
      Promise.all([alice.username, ...slugs].map(async (slug) => linesOf(await read(path, { slug })).length));

    await transfer(slugs[0]);
    expect([await seen('added'), await seen('once')]).toEqual([
      [0, 2, 0],
      [0, 1, 0],
    ]);
    await publish('1.2.0');
    await transfer(slugs[1]);
    expect([await seen('added'), await seen('once')]).toEqual([
      [0, 0, 3],
      [0, 0, 1],
    ]);
    await transfer(slugs[0]);
    expect([await seen('added'), await seen('once')]).toEqual([
      [0, 3, 0],
      [0, 1, 0],
    ]);
    expect(linesOf(await read('added'))).toHaveLength(3);
    expect(linesOf(await read('once'))).toHaveLength(1);
  });

  test('is made anew with one entry for each package', async () => {
    await publish('1.0.0');
    await publish('1.1.0');
    const before = await read('versions');
    const { pool } = platform.api;

    await rebuildWideDocument(
      pool,
      { ecosystem: 'cargo', path: 'versions' },
      {
        head: Buffer.from('+++\n'),
        compact: versions.compact,
      },
    );

    const after = await read('versions');
    expect(linesOf(before)).toHaveLength(2);
    expect(linesOf(after)).toEqual(linesOf(before).slice(1));
    const all = after.body.toString().trimEnd().split('\n');
    expect(all[0]).toBe('+++');
    expect(all.slice(1)).toEqual(all.slice(1).toSorted());
    await publish('1.2.0');
    const grown = await read('versions');
    expect(grown.body.subarray(0, after.body.length).equals(after.body)).toBe(true);
    expect(linesOf(grown)).toHaveLength(2);
  });

  test('is made anew once it has grown to twice as many entries as packages, under each mount', async () => {
    await publish('1.0.0');
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) await publish(version);
    for (let index = 0; index < 60; index += 1) await publish(`2.0.${index}`);
    const { pool } = platform.api;
    const formats = createEcosystems([gems]);

    const tooFew = await compactRepositoryIndexes(pool, formats, 1_000);
    const made = await compactRepositoryIndexes(pool, formats, 10);
    const again = await compactRepositoryIndexes(pool, formats, 10);

    expect([tooFew, made, again]).toEqual([0, 4, 0]);
    expect(linesOf(await read('versions'))).toEqual([expect.stringContaining(`${name} 2.0.59 `)]);
    expect(linesOf(await read('names'))).toEqual([]);
  });

  test('may have only the latest entry of each package, in the order of their names, in any bytes', async () => {
    await publish('1.0.0');
    await publish('1.1.0');

    const { body, headers } = await read('names');

    expect([...body.subarray(0, 2)]).toEqual([0xff, 0x00]);
    const entries = body.subarray(2).toString().split('\u0001').filter(Boolean);
    expect(entries.filter((entry) => entry.startsWith(`${name}\u0000`))).toEqual([`${name}\u00002`]);
    expect(entries).toEqual(entries.toSorted());
    expect(headers['etag']).toBe(`"${createHash('sha256').update(body).digest('hex')}"`);
  });
});
