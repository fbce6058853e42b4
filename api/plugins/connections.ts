import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../../domain/errors.ts';
import { answerRaw } from './broken-requests.ts';
import { addressKey } from '../../domain/address-key.ts';

export interface ConnectionLimits {
  total: number;
  /** Null: no limit per address. */
  perAddress: number | null;
  /** Whether the address is a proxy, which forwards many clients' requests and has its own limits. */
  isProxy(address: string | undefined): boolean;
  /** For the links in refusals. */
  baseUrl: string;
}

const retryAfterSeconds = 5;

/** Limits the connections per address and in total. A connection costs memory before its first byte. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.maxConnections = limits.total;
  const { perAddress, isProxy, baseUrl } = limits;
  if (perAddress === null) return;
  const open = new Map<string, number>();

  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const key = addressKey(remoteAddress);
    const count = (open.get(key) ?? 0) + 1;
    if (count > perAddress) return refuse(socket, baseUrl);
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 0) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}

function refuse(socket: Socket, baseUrl: string): void {
  const error = new DomainError('overloaded', 'too many connections from one address', { retryAfterSeconds });
  answerRaw(socket, error, { requestId: randomUUID(), baseUrl });
}
