import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

const askEveryMs = 200;

export interface RoundRobin {
  url: string;
  /** Ports of the replicas that get requests. */
  serving: ReadonlySet<number>;
  /** The reason for each answer 502. */
  broken: readonly string[];
  stop(): Promise<void>;
}

/**
 * A minimal proxy: it sends requests in turn to the replicas that are ready, and never repeats one. If a replica
 * breaks a request, the proxy answers 502.
 */
export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const serving = new Set<number>();
  const broken: string[] = [];
  let turn = 0;

  /** A late answer changes nothing: on a busy machine all replicas may be late. */
  async function ask(port: number): Promise<void> {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/readiness/serving`);
      if (answer.ok) serving.add(port);
      else serving.delete(port);
      await answer.body?.cancel();
    } catch {
      serving.delete(port);
    }
  }
  const asking = setInterval(() => void Promise.all(ports.map(ask)), askEveryMs);

  function forward(client: IncomingMessage, response: ServerResponse): void {
    turn += 1;
    const port = [...serving][turn % serving.size];
    if (port === undefined) {
      broken.push(`${client.method} ${client.url}: no replica serves`);
      response.writeHead(502).end();
      return;
    }
    const { method, url: path, headers } = client;
    const upstream = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.once('error', (error) => {
      broken.push(`${method} ${path} at ${port}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    client.pipe(upstream);
  }

  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    serving,
    broken,
    async stop() {
      clearInterval(asking);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
