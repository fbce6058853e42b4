import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { eachPiece } from './pieces.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('one piece is in use at a time, and the end waits for the last', async () => {
  const seen: string[] = [];
  let inUse = 0;
  const { all } = eachPiece(
    Readable.from(['a', 'b', 'c'].map((text) => Buffer.from(text))),
    async (chunk) => {
      inUse += 1;
      expect(inUse).toBe(1);
      await settle();
      inUse -= 1;
      seen.push(String(chunk));
    },
  );

  await all;

  expect(seen).toEqual(['a', 'b', 'c']);
});

test('an error of the consumer ends it, and the body stays open without a reader', async () => {
  const body = new PassThrough();
  let pieces = 0;
  const { all } = eachPiece(body, async () => {
    pieces += 1;
    throw new Error('refused');
  });
  body.write('a');

  await expect(all).rejects.toThrow('refused');
  body.write('b');
  await settle();
  expect(pieces).toBe(1);
  expect(body.destroyed).toBe(false);
});
