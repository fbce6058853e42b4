import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { buildTarball, documentFor } from '../../../../ecosystems/npm/fixtures/tarball.ts';
import { inlineJsonBytes } from '../../../../domain/limits.ts';
import { unique } from '../../publish.ts';
import { forEach } from '../../raw-request.ts';
import { type Attack, bearer, expectAnswer, json, repeated, send, type Target } from './attack.ts';

const mebibyte = 1024 * 1024;
/** A body in memory has to make progress every 30 seconds; the server reads a refused rest for ten more. */
const givenUpWithinMs = 90_000;

/** Attacks in which a few clients, or one, could occupy a shared resource. */
export const shares: readonly Attack[] = [
  repeated(
    'large bodies of one account, 40 at once, for the threads that read them',
    { times: 400, width: 40, statuses: [200, 400, 503] },
    (_at, target) => {
      const body = `{"probe":["1.0.0"]${' '.repeat(8 * inlineJsonBytes)}}`;
      const headers = { ...json, ...bearer(target), 'content-length': body.length };
      return { method: 'POST', path: '/npm/-/npm/v1/security/advisories/bulk', headers, body };
    },
  ),
  {
    name: 'npm documents of four accounts that fill the room for bodies, and then trickle',
    async run(target) {
      const bodies = await Promise.all(
        [target.attacker, ...target.accomplices].flatMap(({ token }) =>
          Array.from({ length: 3 }, () => trickleDocument(target, token, 10 * mebibyte)),
        ),
      );
      const held = bodies.filter(({ status }) => status === 408).length;
      // the limit of one person is three
      if (held < 3)
        throw new Error(`only ${held} of ${bodies.length} were held and told that they take too long`);
      const others = bodies.filter(({ status }) => status !== 408 && status !== 503);
      if (others.length > 0) throw new Error(`answered with ${others.map(({ status }) => status).join()}`);
    },
  },
  {
    name: '300 clients that ask for one new document of 4.5 MB and take nothing of it',
    async run(target) {
      const name = await publishLargeDocument(target);
      // the stored rendering, and the one from the database
      const paths = [`/npm/${name}`, `/npm/${name}?write=true`];
      const crowd = await Promise.all(
        Array.from({ length: 300 }, (_, at) => askSlowly(target, paths[at % 2] ?? '')),
      );
      await pause(4_000);
      for (const socket of crowd) socket.destroy();
    },
  },
];

/** Sends `bytes` at once and then a byte at intervals, until the server has answered and closed the connection. */
async function trickleDocument({ url }: Target, token: string, bytes: number): Promise<{ status: number }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (some) => (answer += some.toString('latin1')));
  const head = `PUT /npm/hostile-${unique()} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${32 * mebibyte}\r\n\r\n`;
  socket.write(`${head}{"readme":"${'x'.repeat(bytes)}`);
  const deadline = performance.now() + givenUpWithinMs;
  while (!socket.closed && performance.now() < deadline) {
    if (socket.writable) socket.write('x');
    // oxlint-disable-next-line no-await-in-loop -- it trickles
    await pause(250);
  }
  const { closed } = socket;
  socket.destroy();
  if (!closed) throw new Error(`a document may trickle for more than ${givenUpWithinMs} ms`);
  return { status: Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1] ?? 0) };
}

async function askSlowly({ url }: Target, path: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.pause();
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  if (socket.writable) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return socket;
}

/** Publishes a package whose document is not cached. Returns its name. */
async function publishLargeDocument(target: Target): Promise<string> {
  const name = `hostile-${unique()}`;
  await forEach(
    [1, 2, 3, 4, 5],
    async (patch) => {
      const manifest = { name, version: `1.0.${patch}`, filler: 'x'.repeat(900_000) };
      const tarball = await buildTarball({ 'package/package.json': JSON.stringify(manifest) });
      const body = JSON.stringify(documentFor(manifest, tarball));
      const headers = { ...json, ...bearer(target), 'content-length': Buffer.byteLength(body) };
      expectAnswer(await send(target, { method: 'PUT', path: `/npm/${name}`, headers, body }), [200]);
    },
    1,
  );
  return name;
}
