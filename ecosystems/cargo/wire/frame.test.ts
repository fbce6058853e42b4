import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { publishBody } from '../fixtures/archives.ts';
import { openFrames } from './frame.ts';

const crate = Buffer.from('0123456789');
const whole = publishBody('{"a":1}', crate);

function split(body: Buffer, size: number): Readable {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) chunks.push(body.subarray(at, at + size));
  return Readable.from(chunks);
}

async function readAll(body: Buffer, chunkSize: number) {
  const frames = openFrames(split(body, chunkSize));
  const json = await frames.block(100);
  const { length, stream } = await frames.lastBlock(100);
  return { json: json.toString(), length, crate: Buffer.concat(await stream.toArray()) };
}

test.each([1, 2, 3, 5, 7, 1000])('a body in chunks of %i bytes is read as sent', async (chunkSize) => {
  expect(await readAll(whole, chunkSize)).toEqual({ json: '{"a":1}', length: 10, crate });
});

test('an empty crate is an empty stream', async () => {
  expect(await readAll(publishBody('{}', Buffer.alloc(0)), 3)).toMatchObject({
    length: 0,
    crate: Buffer.alloc(0),
  });
});

test.each(Array.from({ length: whole.length }, (_, size) => size))(
  'a body cut after %i bytes is refused',
  async (size) => {
    await expect(readAll(whole.subarray(0, size), 4)).rejects.toMatchObject({ code: 'bad_request' });
  },
);

test.each([1, 1000])('bytes after the crate are refused (chunks of %i)', async (chunkSize) => {
  const body = Buffer.concat([whole, Buffer.from('x')]);

  await expect(readAll(body, chunkSize)).rejects.toMatchObject({ code: 'bad_request' });
});

test('an announced length above the limit is refused before the bytes are read', async () => {
  const frames = openFrames(Readable.from([Buffer.from([255, 255, 255, 255])]));

  await expect(frames.block(100)).rejects.toMatchObject({ code: 'too_large' });
});

test('what was wrong is known even when the reader of the stream hides it', async () => {
  const frames = openFrames(split(whole.subarray(0, -1), 4));
  await frames.block(100);
  const { stream } = await frames.lastBlock(100);

  await stream.toArray().catch(() => 'hidden');

  expect(frames.failure()).toMatchObject({ code: 'bad_request' });
});

test('the rest of a refused body is read and dropped', async () => {
  const source = split(whole, 4);
  const frames = openFrames(source);

  await frames.drain();

  expect(source.readableEnded).toBe(true);
});
