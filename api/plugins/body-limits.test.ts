import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { bodyLimits, boundOf } from '../../domain/limits.ts';
import { readJson } from '../../ecosystems/bodies/json.ts';
import { listRoutes } from '../../test/security/routes.ts';
import { boundParsedBodies, registerBodyLimits } from './body-limits.ts';
import { toDomainError } from './domain-error.ts';

let app: FastifyInstance;

afterEach(() => app?.close());

function raw(): FastifyInstance {
  app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, _request, reply) => {
    const { status, code, detail } = toDomainError(error);
    return reply.code(status).send({ code, detail });
  });
  registerBodyLimits(app);
  return app;
}

describe('every route of the server that may be sent a body', () => {
  it('has a bound of the table', async () => {
    const writes = (await listRoutes()).filter(({ method }) => !['GET', 'HEAD'].includes(method));

    expect(writes.length).toBeGreaterThan(100);
    expect(writes.filter(({ body }) => body === undefined || !(boundOf(body).bytes > 0))).toEqual([]);
    // every bound of the table for routes is used by a route
    const parts = ['chess.frame', 'sigstore.bundle'];
    const named = Object.keys(bodyLimits).filter((name) => !parts.includes(name));
    expect(new Set(writes.map(({ body }) => body).filter((body) => typeof body === 'string'))).toEqual(
      new Set(named),
    );
  });

  it('or the server does not start', async () => {
    raw().post('/forgotten', () => 'x');

    await expect(app.ready()).rejects.toThrow('routes without a bound: POST /forgotten');
  });

  it('has bounds with a reason each', () => {
    for (const [name, { bytes, why }] of Object.entries(bodyLimits)) {
      expect(bytes, name).toBeGreaterThan(0);
      expect(why.length, name).toBeGreaterThan(10);
    }
  });
});

describe('a body above its bound', () => {
  const json = 'x'.repeat(bodyLimits['chess.json'].bytes + 1);

  it('is refused for what it says of itself before a handler runs', async () => {
    let isAsked = false;
    raw().post('/', { config: { body: 'chess.json' } }, () => (isAsked = true));

    const answer = await app.inject({ method: 'POST', url: '/', payload: json });

    expect(answer.statusCode).toBe(413);
    expect(isAsked).toBe(false);
  });

  it('is refused as it comes where it says nothing', async () => {
    raw().post('/', { config: { body: 'chess.json' } }, (request) => readJson(request));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (; sent < 10_000; sent += 1) yield Buffer.alloc(16_384, ' ');
      })(),
    );

    const answer = await fetch(url, {
      method: 'POST',
      body: Readable.toWeb(endless) as ReadableStream,
      duplex: 'half',
    } as RequestInit).catch(() => undefined);

    // the refusal, or a connection that ended during the client's write
    expect([413, undefined]).toContain(answer?.status);
    expect(sent).toBeLessThan(10_000);
  });

  it('without a limit is not parsed as JSON', async () => {
    raw().delete('/', (request) => readJson(request));

    expect((await app.inject({ method: 'DELETE', url: '/', payload: '{}' })).statusCode).toBe(500);
  });

  it('is refused by the framework where it parses', async () => {
    app = Fastify();
    registerBodyLimits(app);
    await app.register(async (scope) => {
      boundParsedBodies(scope, 'chess.json');
      scope.post('/read', { schema: { body: { type: 'object' } } }, () => 'read');
      scope.post('/unread', () => 'unread');
    });
    const payload = { text: 'x'.repeat(bodyLimits['chess.json'].bytes) };

    for (const url of ['/read', '/unread']) {
      expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(413);
      expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(200);
    }
  });
});
