import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { Issued } from './certificates.ts';

export interface TlsProxy extends AsyncDisposable {
  address: string;
  /** Names in the client certificates so far. */
  clients: string[];
}

/** Ends TLS in front of an HTTP/1 server for all clients, or of a clear HTTP/2 server for certified clients. */
export async function startTlsProxy(
  target: string,
  server: Issued,
  authority: string | null,
): Promise<TlsProxy> {
  const [cert, key] = await Promise.all([server.cert, server.key].map((file) => readFile(file)));
  const [host, port] = target.split(':');
  const open = new Set<TLSSocket>();
  const clients: string[] = [];
  const ofClients = authority !== null && {
    ca: await readFile(authority),
    requestCert: true,
    rejectUnauthorized: true,
    ALPNProtocols: ['h2'],
  };
  const proxy = createServer({ cert, key, ...ofClients }, (socket) => {
    if (authority !== null) clients.push(String(socket.getPeerCertificate().subject.CN));
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const upstream = connect({ host: host ?? '', port: Number(port) });
    // each side closes the other
    socket.pipe(upstream).pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => {});
      one.once('close', () => other.destroy());
    }
  });
  // some tests are about refused clients
  proxy.on('tlsClientError', () => {});
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    clients,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
