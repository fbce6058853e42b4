import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anonymousFrom } from '../../../domain/caller.ts';
import { heldBodyMs } from '../../../domain/limits.ts';
import type { RouteContext } from '../../context/context.ts';
import { unprovided } from '../../context/absent-context.ts';
import { readAuditBody } from './audit-body.ts';
import { bulkReader } from './audit-bulk.ts';
import { limits } from '../format/limits.ts';

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty stored block (DEFLATE) that is not the last block. */
const block = Buffer.from([0, 0, 0, 255, 255]);

function read(body: PassThrough) {
  const request = { body, headers: { 'content-encoding': 'gzip' } } as unknown as FastifyRequest;
  const sender = anonymousFrom({ ipAddress: '127.0.0.1', userAgent: null });
  return readAuditBody(unprovided as unknown as RouteContext, request, sender, bulkReader);
}

describe('a compressed audit', () => {
  it('is read', async () => {
    const body = new PassThrough();
    body.end(gzipSync('{"probe":["1.0.0"]}'));

    expect(await read(body)).toEqual(new Map([['probe', new Set(['1.0.0'])]]));
  });

  it('of blocks that hold nothing has the bound of what is unpacked', async () => {
    const body = new PassThrough();
    const outcome = read(body).catch((error: unknown) => error);
    body.write(gzipHead);
    const blocks = Buffer.alloc(1_000_000, block);
    for (let sent = 0; sent <= limits.audit.bytes; sent += blocks.length) body.write(blocks);

    expect(await outcome).toMatchObject({ code: 'too_large' });
  });

  it('that breaks off is refused', async () => {
    const body = new PassThrough();
    const reading = read(body);
    body.write(gzipHead);
    body.destroy(new Error('gone'));

    await expect(reading).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a compressed audit that trickles', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('is given up in time, also while it unpacks to nothing', async () => {
    const body = new PassThrough();
    const outcome = read(body).catch((error: unknown) => error);
    body.write(Buffer.concat([gzipHead, block]));
    vi.advanceTimersByTime(heldBodyMs - 1);
    body.write(block);
    vi.advanceTimersByTime(1);

    expect(await outcome).toMatchObject({ code: 'request_timeout' });
    expect(body.destroyed).toBe(false);
  });
});
