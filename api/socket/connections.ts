import type { SocketLimits } from './limits.ts';
import type { SocketPlatform } from './socket-platform.ts';
import type { WebSocket } from 'ws';
import { chessError } from '../../chess/errors.ts';
import { addressKey } from '../../domain/address-key.ts';
import { type Client, type Connection, openConnection } from './connection.ts';

const retryAfterSeconds = 5;

/** All clients of this process. */
export interface Connections {
  /**
   * Requires room for another connection. @throws ChessError `busy` for an address with too many connections,
   * `overloaded` when the process is full or stops
   */
  requireRoomFor(address: string): void;
  open(socket: WebSocket, client: Client): void;
  /** Refuses new connections and asks the open ones to close; all are closed when this resolves. */
  drain(): Promise<void>;
}

export function createConnections(
  platform: SocketPlatform,
  limits: SocketLimits,
  sockets: { inc(): void; dec(): void },
): Connections {
  const connections = new Set<Connection>();
  const perAddress = new Map<string, number>();
  let isDraining = false;
  const heart = setInterval(() => {
    for (const connection of connections) connection.beat();
  }, limits.pingEveryMs).unref();

  function count(key: string, change: 1 | -1): void {
    const now = (perAddress.get(key) ?? 0) + change;
    if (now > 0) perAddress.set(key, now);
    else perAddress.delete(key);
  }

  return {
    requireRoomFor(address) {
      if (isDraining || connections.size >= limits.maxConnections)
        throw chessError('overloaded', 'error.not_ready', {}, { retryAfterSeconds });
      const maximum = limits.maxPerAddress ?? limits.maxConnections;
      if ((perAddress.get(addressKey(address)) ?? 0) < maximum) return;
      throw chessError('busy', 'error.too_many_connections', { maximum }, { retryAfterSeconds });
    },

    open(socket, client) {
      const key = addressKey(client.address);
      const connection = openConnection(socket, client, platform, limits);
      connections.add(connection);
      count(key, 1);
      sockets.inc();
      socket.once('close', () => {
        connections.delete(connection);
        count(key, -1);
        sockets.dec();
      });
    },

    async drain() {
      isDraining = true;
      clearInterval(heart);
      await Promise.all(Array.from(connections, (connection) => connection.finish()));
    },
  };
}
