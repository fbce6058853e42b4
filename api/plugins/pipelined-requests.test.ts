import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { registerPipelinedRequests } from './pipelined-requests.ts';

let app: FastifyInstance;
let port: number;
let inWork = 0;
let most = 0;
let begun = 0;
beforeAll(async () => {
  app = fastify();
  registerPipelinedRequests(app);
  app.get('/work/:id', async (request) => {
    begun += 1;
    inWork += 1;
    most = Math.max(most, inWork);
    await pause(5);
    inWork -= 1;
    return request.params;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => app.close());
beforeEach(() => {
  most = 0;
  begun = 0;
});

function head(id: number, more = ''): string {
  return `GET /work/${id} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
}

/** All received bytes until the connection ends. */
async function converse(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(text);
  await ended;
  return answer;
}

it('requests that come at once are worked on one after the other, and answered in order', async () => {
  const answer = await converse(
    `${Array.from({ length: 9 }, (_, id) => head(id)).join('')}${head(9, 'connection: close\r\n')}`,
  );

  const ids = Array.from(answer.matchAll(/"id":"(\d+)"/g), ([, id]) => Number(id));
  expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(1);
});

it('who sends thousands at once has hardly any of them in work, and loses the connection', async () => {
  await converse(head(0).repeat(5_000));

  await pause(50);
  expect(begun).toBeLessThan(20);
  expect(most).toBe(1);
});

it('connections do not wait for each other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, id) => converse(head(id, 'connection: close\r\n'))),
  );

  expect(answers.every((answer) => answer.includes('200 OK'))).toBe(true);
  expect(most).toBeGreaterThan(1);
});

it('one request after the other on a connection goes on as ever', async () => {
  const socket = connect(port, '127.0.0.1');
  for (let id = 0; id < 30; id += 1) {
    socket.write(head(id));
    const [chunk] = await once(socket, 'data');
    expect(String(chunk)).toContain(`"id":"${id}"`);
  }
  socket.destroy();
});
