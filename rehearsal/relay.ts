import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Place {
  host: string;
  port: number;
}

/**
 * Stands at the address of a part and passes bytes on to its server. `open` passes, `cut` breaks every connection and refuses
 * new ones, `silent` keeps connections and lets nothing through, as a network does that drops packets: what was sent meanwhile
 * arrives when the relay is open again.
 */
export interface Relay {
  readonly place: Place;
  open(): void;
  cut(): void;
  silence(): void;
  /** Both directions together wait this long. */
  delay(milliseconds: number): void;
  /** New connections go to this server; those of before are broken. */
  lead(target: Place): void;
  close(): Promise<void>;
}

type State = 'open' | 'cut' | 'silent';

/** Bytes of one direction that may wait for a slow reader. */
const mostWaiting = 1 << 20;

export async function startRelay(place: Place, target: Place): Promise<Relay> {
  const sockets = new Set<Socket>();
  let state: State = 'open';
  let leadsTo = target;
  let delayMs = 0;
  let opened = Promise.withResolvers<void>();
  opened.resolve();

  /** Passes the bytes of one direction on, in their order. Bytes that wait for their time do not hold up the reading. */
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
