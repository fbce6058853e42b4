import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { Place } from '../relay.ts';

const askEveryMs = 1_000;
const answerWithinMs = 2_000;
const tryForMs = 5_000;

/**
 * Alternates between the serving replicas, and sends a request without a body to another replica after a broken
 * connection. Returns a function that stops it.
 */
export async function startSmallProxy(
  port: number,
  replicas: readonly Place[],
  certificates: string,
): Promise<() => Promise<void>> {
  const serving = new Set(replicas);
  let turn = 0;

  async function ask(replica: Place): Promise<void> {
    const url = `http://${replica.host}:${replica.port}/readiness/serving`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => undefined);
    if (answer?.ok) serving.add(replica);
    else serving.delete(replica);
  }
  const asking = setInterval(() => void Promise.all(replicas.map(ask)), askEveryMs);

  function next(): Place | undefined {
    turn += 1;
    const list = [...(serving.size > 0 ? serving : replicas)];
    return list[turn % list.length];
  }

  function forward(client: IncomingMessage, response: ServerResponse, begun: number): void {
    const replica = next();
    if (!replica) return;
    const headers = {
      ...client.headers,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': client.socket.remoteAddress ?? '',
    };
    const { method, url } = client;
    const upstream = request({ ...replica, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    upstream.once('error', () => {
      serving.delete(replica);
      const canRepeat = method === 'GET' || method === 'HEAD';
      if (response.headersSent) response.destroy();
      else if (canRepeat && performance.now() - begun < tryForMs) forward(client, response, begun);
      else response.writeHead(502).end();
    });
    client.pipe(upstream);
  }

  const [cert, key] = await Promise.all(
    ['tls.crt', 'tls.key'].map((name) => readFile(join(certificates, name))),
  );
  const server = createServer({ cert, key }, (client, response) =>
    forward(client, response, performance.now()),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    clearInterval(asking);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
