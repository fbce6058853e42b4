import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { type Changes, listenForChanges } from './changes.ts';

/** `AuthenticationOk` and `ReadyForQuery` of the PostgreSQL protocol. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

let changes: Changes | undefined;
const sockets: Socket[] = [];
const server = createServer((socket) => {
  sockets.push(socket);
  socket.on('error', () => {});
  socket.once('data', () => {
    socket.write(welcome);
    // the connection breaks during `listen`
    socket.once('data', () => socket.destroy());
  });
});
afterEach(async () => {
  await changes?.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('a connection that breaks while it begins to listen has one successor', async () => {
  const { port } = await new Promise<{ port: number }>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as { port: number }));
  });
  const losses: unknown[] = [];
  const log = { warn: (fields: unknown) => void losses.push(fields) };
  let gaps = 0;

  changes = listenForChanges(`postgres://x@127.0.0.1:${port}/x?sslmode=disable`, log, {
    onChange: () => {},
    onGap: () => (gaps += 1),
  });

  await eventually(() => expect(losses).not.toHaveLength(0));
  await new Promise((resolve) => setImmediate(resolve));
  expect([losses.length, gaps]).toEqual([1, 1]);
});
