import Fastify, { type FastifyInstance } from 'fastify';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { registerExpectedBodies } from './expected-bodies.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function start(): Promise<number> {
  app = Fastify();
  registerExpectedBodies(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.put('/taken', (request) => String(request.body));
  app.put('/refused', {
    onRequest: (_request, reply, done) => {
      void reply.code(401).send('who asks?');
      done();
    },
    handler: () => 'never',
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return Number(new URL(address).port);
}

/** Sends the head, and the body when the server asks for it; returns the answer. */
function send(port: number, path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').setTimeout(1_000, () => socket.end());
    socket.on('data', (chunk) => {
      if (answer === '' && String(chunk).startsWith('HTTP/1.1 100')) socket.write(body);
      answer += String(chunk);
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
  });
}

it('a body that is wanted is asked for', async () => {
  const answer = await send(await start(), '/taken', 'the body');

  expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  expect(answer).toMatch(/the body$/);
  expect(answer).not.toMatch(/connection: close/i);
});

it('a body that is refused by its headers is never asked for, and nothing comes behind it', async () => {
  const answer = await send(await start(), '/refused', 'the body');

  expect(answer).toMatch(/^HTTP\/1.1 401 Unauthorized/);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).not.toContain('100 Continue');
});
