import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './testing/source-files.ts';
import { createBoundedCache, keptKey } from './bounded-cache.ts';

describe('a cache', () => {
  it('holds bytes, however long the keys are and however small the values', () => {
    const cache = createBoundedCache<number>({ maxBytes: 1024 * 1024 });

    for (let key = 0; key < 600; key += 1) cache.set(`page ${'x'.repeat(14_000)} ${key}`, key);
    for (let key = 0; key < 20_000; key += 1) cache.set(`short ${key}`, key);

    expect(cache.bytes).toBeLessThanOrEqual(1024 * 1024);
    expect(cache.get('short 19999')).toBe(19_999);
    expect(cache.get('short 0')).toBeUndefined();
  });

  it('finds what stands under a long key, and keeps no more than a digest of it', () => {
    const cache = createBoundedCache<string>({ maxBytes: 10_000 });
    const key = randomBytes(7_000).toString('hex');

    cache.set(key, 'kept');

    expect(cache.get(key)).toBe('kept');
    expect(cache.get(`${key}x`)).toBeUndefined();
    expect([...cache.entries()].map(([each]) => each.length)).toEqual([keptKey(key).length]);
    expect(cache.bytes).toBeLessThan(1_000);
    cache.delete(key);
    expect(cache.has(key)).toBe(false);
  });

  it('counts what is inside of the values', () => {
    const cache = createBoundedCache<object>({ maxBytes: 1_000_000 });

    cache.set('a', { body: Buffer.alloc(100_000), tags: [{ name: 'x'.repeat(50_000) }] });

    expect(cache.bytes).toBeGreaterThan(200_000);
  });

  it('does not keep what is larger than itself, nor throw the rest away for it', () => {
    const cache = createBoundedCache<Buffer>({ maxBytes: 10_000 });
    cache.set('small', Buffer.alloc(10));

    cache.set('large', Buffer.alloc(20_000));

    expect(cache.has('large')).toBe(false);
    expect(cache.has('small')).toBe(true);
  });

  it('forgets what is older than its time', async () => {
    const cache = createBoundedCache<string>({ maxBytes: 10_000, ttlMs: 60_000 });
    cache.set('long', 'kept');
    cache.set('short', 'gone', 1);

    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(cache.get('long')).toBe('kept');
    expect(cache.get('short')).toBeUndefined();
  });
});

const folders = [
  'activities',
  'admin',
  'api',
  'chess',
  'cli',
  'config',
  'domain',
  'ecosystems',
  'rendering',
  'scan',
  'services',
  'store',
  'workflows',
];

/** Long-lived tables that are not caches, each with the reason why it is bounded. */
const bounded: Record<string, string> = {
  'activities/sandbox/sandbox.ts all': 'one per scanner process',
  'api/bodies/memory-budget.ts byHolder': 'one per body in work',
  'store/cache/by-package.ts keysOf': 'of the entries of the cache beside it, which weigh it',
  'store/cache/by-package.ts flights': 'one per read in work',
  'services/files/small-blobs.ts pending': 'one per read in work',
  'services/index.ts bound': 'one per ecosystem',
  'services/feeds/feed.ts channels': 'one per followed subject',
  'services/feeds/feed.ts followersOfAll': 'one per connection',
  'api/socket/connections.ts connections': 'SocketLimits.maxConnections',
  'api/socket/connections.ts perAddress': 'one per connection at most',
  'api/socket/subscriptions.ts games': 'SocketLimits.maxSubscriptions',
  'api/socket/subscriptions.ts reviews': 'SocketLimits.maxSubscriptions',
  'services/files/downloads.ts pending': 'maxPending',
  'services/advisories/pages.ts rendered': 'two pages',
  'services/advisories/pages.ts versions': 'two pages',
  'services/identity/authenticate.ts pending': 'one per request in work',
  'api/plugins/metrics.ts series': 'one per route and class of status',
  'api/plugins/unread-bodies.ts watched': 'one per connection, for ten seconds',
  'chess/replay-moves.ts counts': 'of one game',
  'cli/start/orphan-processes.ts records': 'one per process of ours',
  'cli/start/platform.ts services': 'one per process of ours',
  'ecosystems/composer/wire/change-log.ts known': 'maxMounts, of each the changes of a day',
  'ecosystems/sigstore/file-bundle.ts verifiers': 'one per configured root',
  'rendering/markdown/pool.ts running': 'texts that are being rendered: the queue of the threads is bounded',
  'scan/inside/report.ts hashes': 'of the archives in one file, whose bytes are limited',
  'scan/kept-files.ts heads': 'of one archive, whose entries are limited',
  'scan/kept-files.ts kept': 'of one archive, whose entries are limited',
  'scan/kept-files.ts zips': 'of one archive, whose entries are limited',
  'scan/parts/report.ts hashes': 'of one archive, whose entries are limited',
  'scan/parts/report.ts inventory': 'of one archive, whose entries are limited',
  'scan/paths.ts places': 'of one archive, whose entries are limited',
  'services/outgoing/guarded-proxy.ts open': 'one per connection, of one import',
  'store/postgres/pool.ts renamings': 'one per column that our statements name',
  'store/postgres/prepared-statements.ts names': 'maxPrepared',
  'store/postgres/prepared-statements.ts sightings': 'maxCandidates, of maxTextLength each',
  'store/concurrency-limit.ts waiting': 'one per request under way: a line has a length or a time',
};

/** Functions whose variables outlive the call, by name. */
const factory =
  /^(?:export )?(?:async )?function (?:create|open|register|measure|listen|serve|start|assemble)/;
const emptyTable = /^(?: {2})?(?:export )?(?:const|let) (\w+)(?:: [^=]+)? = new (?:Map|Set)\b.*\(\);$/;

/** `file variable` of every table that is empty at first and outlives the call that created it. */
function longLived(file: string, text: string): string[] {
  const found: string[] = [];
  let isInFactory = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('export') || /^\S/.test(line))
      isInFactory = factory.test(line) || isContinued(line, isInFactory);
    const [, name] = emptyTable.exec(line) ?? [];
    if (name !== undefined && (isInFactory || !line.startsWith(' '))) found.push(`${file} ${name}`);
  }
  return found;
}

/** Whether the head of a function continues on the next line. */
function isContinued(line: string, isInFactory: boolean): boolean {
  return isInFactory && /^[)\]}>]/.test(line) && line !== '}';
}

describe('in all sources', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = folders.flatMap((folder) => sourceFiles(root, folder));
  const texts = sources.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

  it('there is one kind of cache', () => {
    const others = texts.filter(([, text]) => /\bLRUCache\b|'lru-cache'/.test(text)).map(([file]) => file);

    expect(sources.length).toBeGreaterThan(500);
    expect(others).toEqual(['store/cache/bounded-cache.ts']);
  });

  it('every other table that lives long has a bound', () => {
    const found = texts.flatMap(([file, text]) => longLived(file, text)).sort();

    expect(found).toEqual(Object.keys(bounded).sort());
  });

  it('an unbounded table is found', () => {
    const text =
      'export function createX({\n  a,\n}: B): C {\n  const seen = new Map<string, Buffer>();\n}\nfunction f() {\n  const mine = new Set();\n}\nconst all = new Map();\n';

    expect(longLived('x.ts', text)).toEqual(['x.ts seen', 'x.ts all']);
  });
});
