import { createSharedCache } from '../../store/cache/shared-cache.ts';
import { fastify, type FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { createSendArtifact, parseRange, type SendableFile } from './send-artifact.ts';
import { createOpenFile } from '../../services/files/open.ts';

const small = 12;
const large = 1024 * 1024;

function file(sizeBytes: number): SendableFile {
  return {
    sha256: 'ab'.repeat(32),
    sizeBytes,
    contentType: 'application/octet-stream',
    filename: 'x-1.0.0.crate',
    uploadedAt: new Date('2026-01-01T00:00:00Z'),
  };
}

let app: FastifyInstance;
let isAway = false;

beforeEach(() => {
  isAway = false;
  app = fastify();
  const send = createSendArtifact(
    createOpenFile({
      cache: createSharedCache({ maxBytes: 1 << 20 }),
      blobs: {
        read: async (_key, range) => {
          if (isAway) throw new DomainError('not_ready', 'the storage is away');
          return Readable.from([Buffer.alloc(range ? range.end - range.start + 1 : large)]);
        },
      },
    }),
  );
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send('away'));
  for (const [url, sizeBytes] of Object.entries({ '/large': large, '/small': small })) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) => send(reply, file(sizeBytes), true),
    });
  }
});
afterEach(() => app.close());

test('HEAD has the length and the time of the file, also where the framework makes its route', async () => {
  const send = createSendArtifact(async () => {
    throw new Error('HEAD opens nothing');
  });
  app.get('/only-get', (_request, reply) => send(reply, file(large), true));
  for (const url of ['/large', '/only-get']) {
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url });

    expect([statusCode, body]).toEqual([200, '']);
    expect(headers).toMatchObject({
      'content-length': String(large),
      'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
    });
  }
});

describe('bytes that can not be opened', () => {
  test.each([
    ['/large', {}],
    ['/large', { range: 'bytes=0-9' }],
    ['/small', {}],
  ])('%s with %o is an error that no cache keeps and no client takes for the file', async (url, headers) => {
    isAway = true;

    const response = await app.inject({ url, headers });

    expect(response.statusCode).toBe(503);
    for (const name of ['cache-control', 'etag', 'x-checksum-sha256', 'content-range', 'accept-ranges']) {
      expect(response.headers).not.toHaveProperty(name);
    }
  });
});

describe('bytes that are there', () => {
  test.each([
    ['GET', {}, 200, large],
    ['HEAD', {}, 200, large],
    ['GET', { range: 'bytes=0-9' }, 206, 10],
  ] as const)('%s with %o may be kept for ever', async (method, headers, status, length) => {
    const response = await app.inject({ method, url: '/large', headers });

    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${'ab'.repeat(32)}"`,
      'content-length': String(length),
    });
  });
});

describe('a range', () => {
  test.each([
    [undefined, 100, undefined],
    ['bytes=0-9', 100, { start: 0, end: 9 }],
    ['bytes=90-', 100, { start: 90, end: 99 }],
    ['bytes=90-200', 100, { start: 90, end: 99 }],
    ['bytes=-10', 100, { start: 90, end: 99 }],
    ['bytes=-500', 100, { start: 0, end: 99 }],
    ['bytes=-0', 100, 'unsatisfiable'],
    ['bytes=100-', 100, 'unsatisfiable'],
    ['bytes=5-2', 100, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=0-1,5-6', 100, undefined],
    ['bytes= 0-1', 100, undefined],
    ['bytes=-', 100, undefined],
    ['bytes=x-1', 100, undefined],
    ['lines=0-1', 100, undefined],
  ] as const)('%j of %d bytes is %j', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected);
  });
});
