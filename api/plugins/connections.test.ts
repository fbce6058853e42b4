import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type ConnectionLimits, limitConnections } from './connections.ts';

const sockets: Socket[] = [];
let server: Server;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  await once(server, 'close');
});

async function serve(limits: Partial<ConnectionLimits>): Promise<number> {
  server = createServer((_request, response) => response.end('ok'));
  const all = { total: 1_000, perAddress: null, isProxy: () => false, baseUrl: 'http://test', ...limits };
  limitConnections(server, all);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Resolves however the socket ends. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve));
}

/** The answer to a request on a new connection, '' where the connection is closed without one. */
async function ask(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await Promise.race([once(socket, 'data'), closed(socket)]);
  return answer;
}

it('one address has so many connections and no more, and is told so', async () => {
  const port = await serve({ perAddress: 20 });

  const answers: string[] = [];
  for (let at = 0; at < 25; at += 1) answers.push(await ask(port));

  expect(answers.filter((answer) => answer.includes('200 OK'))).toHaveLength(20);
  expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 5\r\n/s);
});

it('a connection that has ended makes room for another', async () => {
  const port = await serve({ perAddress: 1 });
  await ask(port);

  for (const socket of sockets.splice(0)) {
    socket.end();
    await closed(socket);
  }

  await expect.poll(() => ask(port)).toContain('200 OK');
});

it('a proxy speaks for many', async () => {
  const port = await serve({ perAddress: 1, isProxy: (address) => address?.endsWith('127.0.0.1') ?? false });

  const answers = [await ask(port), await ask(port), await ask(port)];

  expect(answers.every((answer) => answer.includes('200 OK'))).toBe(true);
});

it('all together have so many and no more', async () => {
  const port = await serve({ total: 5 });

  const answers: string[] = [];
  for (let at = 0; at < 8; at += 1) answers.push(await ask(port));

  expect(answers.filter((answer) => answer.includes('200 OK'))).toHaveLength(5);
});
