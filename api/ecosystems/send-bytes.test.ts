import { randomBytes } from 'node:crypto';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { sendBytes } from './send-bytes.ts';

const large = randomBytes(1_500_001);
let app: FastifyInstance;
afterEach(() => app.close());

/** The answer, its largest written piece, and the number of event loop turns that it took. */
async function answerOf(body: Buffer | string, method: 'GET' | 'HEAD' = 'GET') {
  const turns = new Set<number>();
  let largest = 0;
  let turn = 0;
  let ticker: NodeJS.Immediate | undefined;
  const tick = () => {
    turn += 1;
    ticker = setImmediate(tick);
  };
  app = fastify();
  app.get('/', (_request, reply) => {
    const { raw } = reply;
    for (const verb of ['write', 'end'] as const) {
      const original = raw[verb];
      const watched = (...given: unknown[]): unknown => {
        const [chunk] = given;
        if (Buffer.isBuffer(chunk)) largest = Math.max(largest, chunk.length);
        turns.add(turn);
        return Reflect.apply(original, raw, given);
      };
      Object.assign(raw, { [verb]: watched });
    }
    return sendBytes(reply, body);
  });
  tick();
  const response = await app.inject({ url: '/', method });
  clearImmediate(ticker);
  return { response, largest, turns: turns.size };
}

it('a large body leaves in pieces, and others have their turn between them', async () => {
  const { response, largest, turns } = await answerOf(large);

  expect(response.rawPayload.equals(large)).toBe(true);
  expect(response.headers['content-length']).toBe(String(large.length));
  expect(response.headers['transfer-encoding']).toBeUndefined();
  expect(largest).toBeLessThanOrEqual(256 * 1024);
  expect(turns).toBeGreaterThan(4);
});

it('a small one leaves at once', async () => {
  const { response, turns } = await answerOf('{"name":"probe"}');

  expect(response.body).toBe('{"name":"probe"}');
  expect(turns).toBe(1);
});

it('HEAD says how long a large one is', async () => {
  const { response } = await answerOf(large, 'HEAD');

  expect(response.headers['content-length']).toBe(String(large.length));
  expect(response.rawPayload).toHaveLength(0);
});
