import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type AppendState, type Blobs, piecesKey } from './blobs.ts';

const megabyte = 1024 * 1024;

/** The contract of every store of blobs for uploads in pieces; `open` is called lazily. */
export function piecesContract(open: () => Blobs): void {
  const freshKey = () => piecesKey(randomBytes(8).toString('hex'));
  const freshTarget = () => `contract/target-${randomBytes(8).toString('hex')}`;

  /** The state as callers pass it: after a round trip through a database. */
  const stored = (state: AppendState) => JSON.parse(JSON.stringify(state)) as AppendState;

  async function send(key: string, state: AppendState | undefined, bytes: Buffer): Promise<AppendState> {
    const { state: next, cutOff } = await open().append(key, state, inChunks(bytes));
    expect(cutOff).toBeNull();
    return stored(next);
  }

  async function finish(key: string, state: AppendState): Promise<Buffer> {
    const target = freshTarget();
    await open().copy(await open().seal(key, state), target);
    await open().drop(key, state);
    return buffer(await open().read(target));
  }

  async function expectNothingLeft(key: string): Promise<void> {
    const left: string[] = [];
    for await (const blob of open().list(key)) left.push(blob.key);
    expect(left).toEqual([]);
  }

  test.each([
    ['one small piece', [11]],
    ['many small pieces', [1, 2, 3, 70_000, 5]],
    ['pieces around the size of a part', [8 * megabyte - 1, 1, 8 * megabyte + 1, 8 * megabyte]],
    ['a large piece and a small one', [21 * megabyte, 100]],
    ['an empty piece between', [10, 0, 10]],
    ['an empty piece alone', [0]],
  ])('%s: every byte arrives in order', async (_what, sizes) => {
    const key = freshKey();
    const sent = sizes.map((size) => randomBytes(size));
    let state: AppendState | undefined;

    for (const piece of sent) {
      state = await send(key, state, piece);
    }

    const whole = Buffer.concat(sent);
    expect(state?.sizeBytes).toBe(whole.length);
    expect((await finish(key, state ?? { sizeBytes: 0 })).equals(whole)).toBe(true);
    await expectNothingLeft(key);
  });

  test('an upload that nothing was sent to seals to an empty blob', async () => {
    expect(await finish(freshKey(), { sizeBytes: 0 })).toHaveLength(0);
  });

  test.each([3 * megabyte, 20 * megabyte])(
    'a piece that is cut off after %i bytes counts that far',
    async (size) => {
      const key = freshKey();
      const [sent, rest] = [randomBytes(size), randomBytes(1000)];
      const cut = Readable.from(
        (async function* () {
          yield* slices(sent);
          throw new Error('the client went away');
        })(),
      );

      const { state, cutOff } = await open().append(key, undefined, cut);
      const next = await send(key, stored(state), rest);

      expect(cutOff?.message).toBe('the client went away');
      expect(state.sizeBytes).toBe(size);
      expect((await finish(key, next)).equals(Buffer.concat([sent, rest]))).toBe(true);
    },
  );

  test('what a crash left beyond the last saved state is dropped', async () => {
    const key = freshKey();
    const [first, lost, second] = [randomBytes(9 * megabyte), randomBytes(9 * megabyte), randomBytes(5000)];
    const saved = await send(key, undefined, first);
    await send(key, saved, lost);

    const next = await send(key, saved, second);

    expect(next.sizeBytes).toBe(first.length + second.length);
    expect((await finish(key, next)).equals(Buffer.concat([first, second]))).toBe(true);
  });

  test('a long piece is saved on its way, and each such state is enough to go on from', async () => {
    const key = freshKey();
    const sent = randomBytes(72 * megabyte);
    const states: AppendState[] = [];
    await open().append(key, undefined, inChunks(sent), {
      onSaved: async (state) => {
        states.push(stored(state));
      },
    });

    const last = states.at(-1);
    const rest = sent.subarray(last?.sizeBytes);
    const next = await send(key, last, rest);

    expect(last?.sizeBytes).toBeGreaterThanOrEqual(64 * megabyte);
    expect((await finish(key, next)).equals(sent)).toBe(true);
  });

  test('every chunk is shown in order', async () => {
    const sent = randomBytes(3 * megabyte);
    const shown: Buffer[] = [];

    await open().append(freshKey(), undefined, inChunks(sent), { onChunk: (chunk) => shown.push(chunk) });

    expect(Buffer.concat(shown).equals(sent)).toBe(true);
  });

  test('a caller that refuses a chunk ends the piece with its own error', async () => {
    const refuse = () => {
      throw new Error('too much');
    };

    const piece = open().append(freshKey(), undefined, inChunks(randomBytes(100)), { onChunk: refuse });

    await expect(piece).rejects.toThrow('too much');
  });

  test('sealing may be repeated; then the upload takes nothing more', async () => {
    const key = freshKey();
    const state = await send(key, undefined, randomBytes(10 * megabyte));

    const keys = [await open().seal(key, state), await open().seal(key, state)];

    expect(new Set(keys).size).toBe(1);
    await expect(open().append(key, state, inChunks(randomBytes(9 * megabyte)))).rejects.toMatchObject({
      code: 'not_found',
    });
    await open().drop(key, state);
    await expectNothingLeft(key);
  });

  test('a dropped upload is gone, and dropping it again is fine', async () => {
    const key = freshKey();
    const state = await send(key, undefined, randomBytes(9 * megabyte));

    await open().drop(key, state);
    await open().drop(key, state);

    await expectNothingLeft(key);
    await expect(open().append(key, state, inChunks(Buffer.from('more')))).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(open().seal(key, state)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a copy keeps what is at its target and needs a source', async () => {
    const [from, to] = [freshTarget(), freshTarget()];
    await open().put(from, Buffer.from('new'));
    await open().put(to, Buffer.from('there before'));

    await open().copy(from, to);

    expect((await buffer(await open().read(to))).toString()).toBe('there before');
    await expect(open().copy(freshTarget(), freshTarget())).rejects.toMatchObject({ code: 'not_found' });
  });
}

function inChunks(bytes: Buffer): Readable {
  return Readable.from(slices(bytes), { objectMode: false });
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
