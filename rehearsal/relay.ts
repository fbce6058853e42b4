import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Place {
  host: string;
  port: number;
}

/**
 * Listens at the address of a part and passes bytes to its server. `open` passes, `cut` breaks every connection and
 * refuses new ones, `silent` keeps connections without passing bytes, like a network that drops packets: withheld
 * bytes arrive when the relay is open again.
 */
export interface Relay {
  readonly place: Place;
  open(): void;
  cut(): void;
  silence(): void;
  /** Delays bytes by this time in both directions together. */
  delay(milliseconds: number): void;
  /** Sends new connections to this server, and breaks existing ones. */
  lead(target: Place): void;
  close(): Promise<void>;
}

type State = 'open' | 'cut' | 'silent';

/** The most bytes of one direction that wait for a slow reader. */
const mostWaiting = 1 << 20;

export async function startRelay(place: Place, target: Place): Promise<Relay> {
  const sockets = new Set<Socket>();
  let state: State = 'open';
  let leadsTo = target;
  let delayMs = 0;
  let opened = Promise.withResolvers<void>();
  opened.resolve();

  /** Passes the bytes of one direction in order. Delayed bytes do not block the reading of further bytes. */
  async function pass(from: Socket, to: Socket): Promise<void> {
    let sent = Promise.resolve();
    let waiting = 0;
    const send = async (bytes: Buffer, at: number) => {
      await pause(Math.max(0, at - performance.now()));
      await opened.promise;
      to.write(bytes);
      waiting -= bytes.length;
    };
    for await (const bytes of from as AsyncIterable<Buffer>) {
      const at = performance.now() + delayMs / 2;
      waiting += bytes.length;
      sent = sent.then(() => send(bytes, at));
      if (waiting > mostWaiting) await sent;
      if (to.writableLength > mostWaiting) await once(to, 'drain');
    }
    await sent;
    to.end();
  }

  function join(from: Socket, to: Socket): void {
    pass(from, to).catch(() => to.destroy());
    sockets.add(from);
    from.setNoDelay(true);
    from.on('error', () => undefined);
    from.once('close', (isBroken) => {
      sockets.delete(from);
      if (isBroken) to.destroy();
    });
  }

  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'cut') {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ ...leadsTo, allowHalfOpen: true });
    join(client, upstream);
    join(upstream, client);
  });
  server.listen(place.port, place.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  function breakAll(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }
  function become(next: State): void {
    if (next === 'silent' && state !== 'silent') opened = Promise.withResolvers();
    state = next;
    if (next !== 'silent') opened.resolve();
    if (next === 'cut') breakAll();
  }

  return {
    place: { ...place, port },
    open: () => become('open'),
    cut: () => become('cut'),
    silence: () => become('silent'),
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    lead(next) {
      leadsTo = next;
      breakAll();
    },
    async close() {
      become('cut');
      server.close();
      await once(server, 'close');
    },
  };
}
