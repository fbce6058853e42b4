import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Attack, type Target } from './attack.ts';
import { publishLarge } from './reads.ts';

/** Connections that are kept open with as few bytes as possible. */
interface Crowd {
  sockets: Socket[];
  /** The number of connections that the server has closed. */
  closed(): number;
  end(): void;
}

async function gather({ url }: Target, size: number, greeting: string | Buffer, from = {}): Promise<Crowd> {
  const { hostname, port } = new URL(url);
  let closed = 0;
  const sockets: Socket[] = [];
  // a few at a time: the system's queue of new connections is short
  while (sockets.length < size) {
    const some = Array.from({ length: Math.min(100, size - sockets.length) }, () => {
      const socket = connect({ host: hostname, port: Number(port), ...from });
      socket.on('error', () => undefined);
      socket.once('close', () => (closed += 1));
      return socket;
    });
    await Promise.all(some.map(settled));
    for (const socket of some) if (socket.writable) socket.write(greeting);
    sockets.push(...some);
  }
  return { sockets, closed: () => closed, end: () => sockets.forEach((socket) => socket.destroy()) };
}

/** Resolves when the socket is connected or has failed. */
function settled(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
}

/** Sends a few bytes on each connection at intervals. */
async function trickle(
  { sockets }: Crowd,
  milliseconds: number,
  bytes: string,
  isOver = () => false,
): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (performance.now() < deadline && !isOver()) {
    for (const socket of sockets) if (socket.writable) socket.write(bytes);
    await pause(250);
  }
}

/**
 * Sends from another address, where the system has one. Limits per client are on only in these attacks: elsewhere
 * they would refuse most requests.
 */
const elsewhere = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {};

/** The server reads a refused body for ten seconds; a slow machine gets more time. */
const refusedWithinMs = 25_000;

/** A body in memory has to arrive within 30 seconds; the server reads a refused rest for ten more. */
const givenUpWithinMs = 60_000;

/** The head of a crate's upload, and the first bytes of its metadata, whose announced length is `bytes`. */
function trickledPublish({ attacker }: Target, bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes);
  const head = `PUT /cargo/api/v1/crates/new HTTP/1.1\r\nHost: a\r\nAuthorization: ${attacker.token}\r\nContent-Length: 10000000\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), length, Buffer.from('{"name":"')]);
}

export const connections: readonly Attack[] = [
  {
    name: '200 refused uploads that trickle',
    async run(target) {
      const head =
        'PUT /npm/hostile HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n';
      const crowd = await gather(target, 200, head);
      crowd.sockets.forEach((socket) => socket.resume());
      await trickle(crowd, refusedWithinMs, 'x', () => crowd.closed() === 200);
      crowd.end();
      if (crowd.closed() < 200) throw new Error(`${200 - crowd.closed()} of 200 stay open`);
    },
  },
  {
    name: '1,000 connections whose headers never end',
    async run(target) {
      const crowd = await gather(target, 1_000, 'GET /v1/stats HTTP/1.1\r\nHost: a\r\n');
      await trickle(crowd, 4_000, 'X: a\r\n');
      crowd.end();
    },
  },
  {
    name: '500 uploads that trickle, with a good token',
    async run(target) {
      // together within the memory limit of one person: the server refuses none at once
      const crowd = await gather(target, 500, trickledPublish(target, 60_000));
      const answers = new Map<number, string>();
      crowd.sockets.forEach((socket, at) =>
        socket.on('data', (some) => answers.set(at, (answers.get(at) ?? '') + some.toString('latin1'))),
      );
      await trickle(crowd, 4_000, 'x');
      const reading = 500 - Math.max(crowd.closed(), answers.size);
      await trickle(crowd, givenUpWithinMs, 'x', () => crowd.closed() === 500);
      crowd.end();
      if (reading < 500) throw new Error(`only ${reading} of 500 were being read after four seconds`);
      const late = [...answers.values()].filter((answer) => answer.startsWith('HTTP/1.1 408 ')).length;
      if (late < 500) throw new Error(`only ${late} of 500 were told that they take too long`);
    },
  },
  {
    name: '200 downloads that are not read',
    async run(target) {
      const path = await publishLarge(target);
      const crowd = await gather(target, 200, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(20));
      crowd.sockets.forEach((socket) => socket.pause());
      await pause(4_000);
      crowd.end();
    },
  },
  {
    name: '20,000 requests in one go on each of four connections',
    async run(target) {
      const crowd = await gather(target, 4, 'GET /v1/stats HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20_000));
      await pause(3_000);
      crowd.end();
    },
  },
];

/** Attacks on a service whose limits per client are on. */
export const beyondLimits: readonly Attack[] = [
  {
    name: '16 sockets of the chess service with frames of 60 kB',
    async run({ url }) {
      const sockets = await Promise.all(
        Array.from({ length: 16 }, async () => {
          const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, elsewhere);
          socket.on('error', () => undefined);
          await Promise.race([once(socket, 'open'), once(socket, 'close')]);
          return socket;
        }),
      );
      const frames = [
        '['.repeat(60_000),
        `{"action":"${'a'.repeat(59_000)}"}`,
        `{"action":"list_games","a":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`,
      ];
      const deadline = performance.now() + 3_000;
      for (let at = 0; performance.now() < deadline; at += 1) {
        for (const socket of sockets) {
          if (socket.readyState === socket.OPEN && socket.bufferedAmount < 1e6)
            socket.send(frames[at % 3] ?? '');
        }
        await pause(10);
      }
      for (const socket of sockets) socket.terminate();
    },
  },
  {
    name: '3,000 connections from one address',
    async run(target) {
      const crowd = await gather(target, 3_000, 'GET /v1/stats HTTP/1.1\r\nHost: a\r\n\r\n', elsewhere);
      crowd.sockets.forEach((socket) => socket.resume());
      await pause(2_000);
      const open = 3_000 - crowd.closed();
      crowd.end();
      if (open > 1_000) throw new Error(`${open} of 3000 are open`);
    },
  },
];
