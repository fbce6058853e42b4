import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { inTime } from './deadline.ts';
import { readBounded } from './json.ts';

it('a held body that trickles is given up in time, and takes nothing afterwards', async () => {
  const body = new PassThrough();
  let taken = 0;
  const trickle = setInterval(() => body.write(' '), 5);
  const held = { take: (bytes: number) => (taken += bytes), withinMs: 60 };

  await expect(readBounded(body, { bytes: 1_000 }, held)).rejects.toMatchObject({ code: 'request_timeout' });
  const before = taken;
  expect(before).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 30));
  clearInterval(trickle);
  expect(taken).toBe(before);
  expect(body.destroyed).toBe(false);
});

it('a body that breaks off is an error', async () => {
  const body = new PassThrough();
  const read = readBounded(body, { bytes: 10 });
  body.destroy();

  await expect(read).rejects.toThrow('ended before it was complete');
  await expect(readBounded(body, { bytes: 10 })).rejects.toThrow('ended before it was complete');
});

it('what comes in time is what it is', async () => {
  await expect(inTime(Promise.resolve(1), 1_000)).resolves.toBe(1);
  await expect(inTime(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
});
