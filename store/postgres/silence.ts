import { connect, type Socket } from 'node:net';
import { Client } from 'pg';
import { clientOptions } from './client-options.ts';
import { within } from '../within.ts';
import { sessionLimits } from './session-limits.ts';

/**
 * Milliseconds: the time after which a statement without an answer causes a probe of the host, and the time for the
 * probe.
 */
const patienceMs = 5_000;
/** The server ends a statement before this limit: a later answer was lost on its way. */
const mostMs = sessionLimits.statement_timeout + patienceMs;

/**
 * Ends the connections to a host that has fallen silent: a machine without power, or a network that drops packets,
 * resets no connection, and each connection would wait for the kernel's timeout, a quarter of an hour.
 */
export interface Silence {
  /** Adds an open connection; it is removed when it closes. */
  join(socket: Socket): void;
  /** Records a sent statement. The caller calls the returned function when the answer arrives. */
  waitFor(socket: Socket): () => void;
}

export function watchForSilence(url: string): Silence {
  const { host, port } = new Client(clientOptions(url));
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  let asking: Promise<void> | undefined;

  function end(which: Iterable<Socket>, why: string): void {
    for (const socket of which) socket.destroy(new Error(`Connection terminated: ${why}`));
  }

  async function askHost(): Promise<void> {
    // two probes: a machine that is busy for a moment loses no work
    if ((await answers(host, port)) || (await answers(host, port))) return;
    end(sockets, 'the host of the database does not answer');
  }

  function look(socket: Socket, sinceMs: number): void {
    if (performance.now() - sinceMs < mostMs) {
      asking ??= askHost().finally(() => (asking = undefined));
      return;
    }
    // a firewall on the path may have dropped all connections
    end([socket, ...[...sockets].filter((each) => !busy.has(each))], 'an answer did not arrive');
  }

  return {
    join(socket) {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        busy.delete(socket);
      });
    },
    waitFor(socket) {
      busy.add(socket);
      const timer = setInterval(look, patienceMs, socket, performance.now());
      return () => {
        clearInterval(timer);
        busy.delete(socket);
      };
    },
  };
}

/** The first message of PostgreSQL, which needs no account: a request for TLS. */
const question = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Any answer shows that the host is alive, even a refused connection or a server without free connections. */
async function answers(host: string, port: number): Promise<boolean> {
  if (host.startsWith('/')) return true;
  const answer = Promise.withResolvers<boolean>();
  const socket = connect({ host, port });
  socket.once('connect', () => socket.write(question));
  socket.once('data', () => answer.resolve(true));
  socket.once('close', () => answer.resolve(true));
  socket.on('error', () => undefined);
  try {
    return await within(answer.promise, patienceMs);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
