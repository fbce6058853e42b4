import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { assertOutside, publicLookup } from './guarded-request.ts';

export interface ProxyLimits {
  /** Whether the operator trusts an address: it may be internal, and needs no TLS. */
  isTrusted(url: URL): boolean;
  /** The most bytes that all servers together may send. */
  maxBytes: number;
  /** A connection without a byte in either direction ends after this time. */
  idleMs: number;
}

/** A proxy for another program, which does not check addresses itself. */
export interface GuardedProxy extends AsyncDisposable {
  /** The proxy's address, with the secret that every request needs. */
  readonly url: string;
  /** The refused address and the reason, as a text. */
  refusal(): string | null;
}

/**
 * An HTTP proxy on the loopback interface that connects to public addresses only, after every resolution of a name
 * and every redirect.
 */
export async function openGuardedProxy(limits: ProxyLimits): Promise<GuardedProxy> {
  const secret = randomBytes(24).toString('hex');
  const expected = `Basic ${Buffer.from(`rookery:${secret}`).toString('base64')}`;
  const open = new Set<Duplex>();
  let refused: string | null = null;
  let received = 0;

  function refuse(why: string): void {
    refused ??= why;
  }

  function track(socket: Duplex): void {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  function count(upstream: Duplex): void {
    upstream.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= limits.maxBytes) return;
      refuse(`the server sends more than ${limits.maxBytes} bytes`);
      for (const each of open) each.destroy();
    });
  }

  const server = createServer((request, response) => forward(request, response));
  server.on('connection', (socket) => track(socket));
  server.on('connect', (request, client: Duplex, head: Buffer) => {
    const url = judge(request, `https://${request.url ?? ''}`);
    if (!url) {
      client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    const upstream = connect({
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port || 443),
      ...(limits.isTrusted(url) ? {} : { lookup: publicLookup }),
    });
    track(upstream);
    upstream.setTimeout(limits.idleMs, () => upstream.destroy());
    upstream.once('error', (error) => {
      refuse(error.message);
      client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      count(upstream);
      upstream.pipe(client);
      client.pipe(upstream);
    });
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.end());
  });

  /** Undefined for a refused request, whose reason is recorded. */
  function judge({ headers }: IncomingMessage, address: string): URL | undefined {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    const isOurs = given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
    const url = URL.parse(address);
    if (!isOurs || !url) return undefined;
    try {
      const isTrusted = limits.isTrusted(url);
      assertOutside(url, isTrusted);
      if (url.protocol !== 'https:' && !isTrusted) throw new Error('addresses begin with https');
      return url;
    } catch (error) {
      refuse((error as Error).message);
      return undefined;
    }
  }

  /** Forwards a request without TLS, only to a trusted address. */
  function forward(request: IncomingMessage, response: ServerResponse): void {
    const url = judge(request, request.url ?? '');
    if (!url) {
      response.writeHead(403).end();
      return;
    }
    const { 'proxy-authorization': _secret, 'proxy-connection': _connection, ...headers } = request.headers;
    const upstream = ask(url, { method: request.method, headers, timeout: limits.idleMs }, (answer) => {
      count(answer as unknown as Duplex);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.once('timeout', () => upstream.destroy(new Error('the server is silent')));
    upstream.once('error', (error) => {
      refuse(error.message);
      response.destroy();
    });
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://rookery:${secret}@127.0.0.1:${port}`,
    refusal: () => refused,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
