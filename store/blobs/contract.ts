import { randomBytes, createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { contentKey, type Blobs } from './blobs.ts';

const megabyte = 1024 * 1024;
/** More keys than S3 lists in one page. */
const pagedKeys = 1_005;

/** The contract of every store of blobs; `open` is called lazily, after the server is up. */
export function blobsContract(open: () => Blobs): void {
  let keys = 0;
  const freshKey = () => `contract/${(keys += 1)}-${randomBytes(4).toString('hex')}`;
  const text = async (key: string) => (await buffer(await open().read(key))).toString();
  const keysBelow = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key } of open().list(prefix)) found.push(key);
    return found;
  };

  test('what was put is read back, from a buffer and from a stream', async () => {
    const [fromBuffer, fromStream] = [freshKey(), freshKey()];

    const sizes = [
      await open().put(fromBuffer, Buffer.from('feather')),
      await open().put(fromStream, Readable.from([Buffer.from('fea'), Buffer.from('ther')])),
    ];

    expect(sizes).toEqual([7, 7]);
    expect([await text(fromBuffer), await text(fromStream)]).toEqual(['feather', 'feather']);
    expect(await open().stat(fromStream)).toEqual({ sizeBytes: 7 });
  });

  test.each([0, 1, 9 * megabyte])('%i bytes keep every byte', async (size) => {
    const key = freshKey();
    const bytes = randomBytes(size);

    await open().put(key, bytes);

    expect((await buffer(await open().read(key))).equals(bytes)).toBe(true);
    expect(await open().stat(key)).toEqual({ sizeBytes: size });
  });

  test('put replaces the whole blob', async () => {
    const key = freshKey();
    await open().put(key, Buffer.from('a long first text'));

    await open().put(key, Buffer.from('short'));

    expect(await text(key)).toBe('short');
  });

  test('putIfAbsent keeps the first blob', async () => {
    const key = freshKey();

    const answers = [
      await open().putIfAbsent(key, Buffer.from('first')),
      await open().putIfAbsent(key, Readable.from([Buffer.from('second')])),
    ];

    expect(answers).toEqual([true, false]);
    expect(await text(key)).toBe('first');
  });

  test.each(['a buffer', 'a stream of several parts'])(
    'of 20 racing writers of %s one wins',
    async (kind) => {
      const key = freshKey();
      const bodyOf = (writer: number) =>
        kind === 'a buffer' ? Buffer.from(`writer ${writer}`) : chunks(2, 5 * megabyte, writer);

      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, writer) => open().putIfAbsent(key, bodyOf(writer))),
      );

      const stored = await buffer(await open().read(key));
      const winner = answers.indexOf(true);
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(stored.equals(await asBuffer(bodyOf(winner)))).toBe(true);
    },
  );

  test('a move takes the blob away and may be repeated', async () => {
    const [from, to] = [freshKey(), freshKey()];
    await open().put(from, Buffer.from('moving'));

    await open().move(from, to);
    await open().move(from, to);

    expect(await open().stat(from)).toBeUndefined();
    expect(await text(to)).toBe('moving');
  });

  test('a move from nowhere to nowhere is not_found', async () => {
    await expect(open().move(freshKey(), freshKey())).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a range has both ends and stops at the last byte', async () => {
    const key = freshKey();
    await open().put(key, Buffer.from('0123456789'));
    const part = async (start: number, end: number) =>
      (await buffer(await open().read(key, { start, end }))).toString();

    expect([await part(0, 0), await part(2, 4), await part(8, 99)]).toEqual(['0', '234', '89']);
    await expect(open().read(key, { start: 10, end: 12 })).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('an absent blob is not_found for readers and undefined for stat', async () => {
    const key = freshKey();

    await expect(open().read(key)).rejects.toMatchObject({ code: 'not_found' });
    await expect(open().withLocalFile(key, (path) => readFile(path))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await open().stat(key)).toBeUndefined();
  });

  test('delete may be repeated', async () => {
    const key = freshKey();
    await open().put(key, Buffer.from('gone soon'));

    await open().delete(key);
    await open().delete(key);

    expect(await open().stat(key)).toBeUndefined();
  });

  test.each([
    ['before the first byte', 0],
    ['after some bytes', 3],
    ['after a whole part', 12],
  ])('a stream that fails %s leaves nothing and its own error', async (_when, megabytes) => {
    const [key, other] = [freshKey(), freshKey()];
    const failing = () => Readable.from(failAfter(megabytes));

    await expect(open().put(key, failing())).rejects.toThrow('the client went away');
    await expect(open().putIfAbsent(other, failing())).rejects.toThrow('the client went away');

    expect([await open().stat(key), await open().stat(other)]).toEqual([undefined, undefined]);
  });

  test('a stream that is cut without an error leaves nothing', async () => {
    const key = freshKey();
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.alloc(megabyte));
    const written = open().put(key, body);

    setImmediate(() => body.destroy());

    await expect(written).rejects.toThrow('Premature close');
    expect(await open().stat(key)).toBeUndefined();
  });

  test('a failing replacement leaves the old blob', async () => {
    const key = freshKey();
    await open().put(key, Buffer.from('old'));

    await expect(open().put(key, Readable.from(failAfter(12)))).rejects.toThrow('the client went away');

    expect(await text(key)).toBe('old');
  });

  test('list goes through all pages in key order and honours the prefix', async () => {
    const prefix = `${freshKey()}/`;
    const names = Array.from({ length: pagedKeys }, (_, index) => `${prefix}k${index}`);
    for (let start = 0; start < names.length; start += 50) {
      await Promise.all(names.slice(start, start + 50).map((key) => open().put(key, Buffer.from('x'))));
    }
    await open().put(`${prefix}deep/er`, Buffer.from('x'));

    const all = await keysBelow(prefix);

    expect(all).toEqual([...names, `${prefix}deep/er`].sort((a, b) => (a < b ? -1 : 1)));
    expect(await keysBelow(`${prefix}k100`)).toHaveLength(6);
    expect(await keysBelow(`${prefix}none`)).toEqual([]);
  });

  test('list tells size and time of the last change', async () => {
    const prefix = `${freshKey()}/`;
    const before = Date.now() - 2_000;
    await open().put(`${prefix}one`, Buffer.from('12345'));

    const listed = [];
    for await (const blob of open().list(prefix)) listed.push(blob);

    expect(listed).toEqual([{ key: `${prefix}one`, sizeBytes: 5, modifiedAt: expect.any(Date) }]);
    expect(listed[0]?.modifiedAt.getTime()).toBeGreaterThan(before);
  });

  test('withLocalFile shows the whole blob and passes result and error on', async () => {
    const key = contentKey(createHash('sha256').update(freshKey()).digest('hex'));
    const bytes = randomBytes(3 * megabyte);
    await open().put(key, bytes);

    const seen = await open().withLocalFile(key, (path) => readFile(path));
    const failure = open().withLocalFile(key, () => Promise.reject(new Error('scan failed')));

    expect(seen.equals(bytes)).toBe(true);
    await expect(failure).rejects.toThrow('scan failed');
    expect(await open().stat(key)).toEqual({ sizeBytes: bytes.length });
  });

  test.each([
    '',
    '/a',
    'a/',
    'a//b',
    '../a',
    'a/../b',
    './a',
    '.tmp/a',
    'a\\b',
    'a\0b',
    'ä',
    'a b',
    'x'.repeat(256),
  ])('the key %j is refused everywhere', async (key) => {
    const attempts = [
      () => open().put(key, Buffer.from('x')),
      () => open().putIfAbsent(key, Buffer.from('x')),
      () => open().read(key),
      () => open().stat(key),
      () => open().delete(key),
      () => open().move(key, 'contract/target'),
      () => open().move('contract/source', key),
    ];

    for (const attempt of attempts) {
      await expect((async () => attempt())()).rejects.toMatchObject({ code: 'bad_request' });
    }
  });

  test('50 MB flow through in both directions with flat memory', async () => {
    const key = freshKey();
    const collect = garbageCollector();
    collect();
    const before = process.memoryUsage();
    let peak = 0;
    const watch = () => {
      const { heapUsed, external } = process.memoryUsage();
      peak = Math.max(peak, heapUsed + external - before.heapUsed - before.external);
    };

    const size = await open().put(
      key,
      chunks(50, megabyte, 7, () => (collect(), watch())),
    );
    let read = 0;
    for await (const chunk of await open().read(key)) {
      read += chunk.length;
      if (read % (2 * megabyte) < chunk.length) collect();
      watch();
    }

    expect([size, read]).toEqual([50 * megabyte, 50 * megabyte]);
    expect(peak).toBeLessThan(40 * megabyte);
  });

  test('a store that answers passes its check', async () => {
    await expect(open().ping()).resolves.toBeUndefined();
  });
}

function chunks(count: number, size: number, fill: number, onChunk = () => undefined as unknown): Readable {
  return Readable.from(
    (function* () {
      for (let index = 0; index < count; index += 1) {
        onChunk();
        yield Buffer.alloc(size, fill);
      }
    })(),
    { objectMode: false },
  );
}

function asBuffer(body: Readable | Buffer): Promise<Buffer> | Buffer {
  return Buffer.isBuffer(body) ? body : buffer(body);
}

async function* failAfter(megabytes: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < megabytes; index += 1) yield Buffer.alloc(megabyte, 1);
  throw new Error('the client went away');
}

/** Without the collector the figure would depend on V8's last collection, not on the bytes in use. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new TypeError('no garbage collector');
  return () => collect();
}
