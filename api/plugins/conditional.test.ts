import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEcosystems } from '../../ecosystems/index.ts';
import { registerConditional } from './conditional.ts';

const url = '/v1/orgs/thing';

let app: FastifyInstance;
let ranges: (string | undefined)[];
beforeEach(() => {
  app = Fastify();
  ranges = [];
  app.decorateRequest('actor');
  app.addHook('onRequest', async (request) => {
    const isKnown = request.headers.authorization !== undefined;
    request.actor = (isKnown ? { kind: 'user' } : { kind: 'anonymous' }) as typeof request.actor;
  });
  registerConditional(app, {
    ecosystems: createEcosystems(),
    requests: {
      claim: async () => null,
      keep: async () => undefined,
      changeIfUnchanged: async (_thing, isSeen, begin) => {
        if (!(await isSeen())) throw new Error('changed');
        begin();
      },
    },
  });
  app.get('/v1/orgs/:slug', async (request) => {
    ranges.push(request.headers.range);
    return { name: 'thing' };
  });
  app.patch('/v1/orgs/:slug', async () => ({}));
  app.put('/v1/orgs/:slug/elsewhere', async () => ({}));
});
afterEach(() => app.close());

const change = (headers: Record<string, string>) =>
  app.inject({ method: 'PATCH', url, headers: { 'if-match': '*', ...headers } });

it('reads one byte of a file, and nothing for an anonymous reader', async () => {
  expect((await change({})).statusCode).toBe(200);
  expect(ranges).toEqual([]);

  expect((await change({ authorization: 'x' })).statusCode).toBe(200);
  expect(ranges).toEqual(['bytes=0-0']);
});

it('takes one of several tags, and no other', async () => {
  const etag = String((await app.inject(url)).headers['etag']);

  const known = await change({ authorization: 'x', 'if-match': `"other", ${etag}` });
  const unknown = await change({ authorization: 'x', 'if-match': '"other"' });

  expect([known.statusCode, unknown.statusCode]).toEqual([200, 500]);
});

it('is never met where nothing is read', async () => {
  const answer = await app.inject({
    method: 'PUT',
    url: `${url}/elsewhere`,
    headers: { authorization: 'x', 'if-match': '*' },
  });

  expect(answer.json()).toMatchObject({ message: 'nothing is read at this address' });
});
