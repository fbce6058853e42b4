import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands in front of a TCP server and can fall silent: connections stay open, nothing comes through. */
export interface SilentProxy {
  /** `url` with the address of the proxy. */
  url: string;
  silence(): void;
  speak(): void;
  /** Delays later bytes by so much, in their order. */
  delay(ms: number): void;
  close(): Promise<void>;
}

export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  let delayMs = 0;

  function pass(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (!isSilent) setTimeout(() => to.write(bytes), delayMs);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  const server = createServer((client) => {
    const target = connect(Number(port), hostname);
    pass(client, target);
    pass(target, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  // a TCP server has no address of another kind
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    silence: () => {
      isSilent = true;
    },
    speak: () => {
      isSilent = false;
    },
    delay(ms) {
      delayMs = ms;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
