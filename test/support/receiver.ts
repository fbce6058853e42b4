import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The id of the delivery. */
  delivery: string;
  body: string;
}

/** A server that receives webhooks. `/refused` answers 410, `/redirect` redirects to `/heard`, the rest 204. */
export interface Receiver {
  url: string;
  messages: Received[];
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const messages: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const { headers } = request;
      const delivery = String(headers['x-rookery-delivery']);
      messages.push({ path, headers, delivery, body: Buffer.concat(chunks).toString() });
      if (path === '/redirect') response.writeHead(302, { location: '/heard' }).end();
      else response.writeHead(path === '/refused' ? 410 : 204).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
