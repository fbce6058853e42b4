import type { FastifyReply } from 'fastify';

/** Adds a request header to `Vary` (RFC 9110 12.5.5): a route may have named another already. */
export function varyBy(reply: FastifyReply, header: string): void {
  const others = String(reply.getHeader('vary') ?? '');
  const names = others.split(',').map((name) => name.trim().toLowerCase());
  if (names.includes(header.toLowerCase())) return;
  reply.header('vary', others === '' ? header : `${others}, ${header}`);
}
