import type { FastifyRequest } from 'fastify';

/** Whether a browser asks, for a person: it names HTML, and not what programs read (RFC 9110, 12.5.1). */
export function asksForPage({ headers }: FastifyRequest): boolean {
  const accepted = headers.accept ?? '';
  return /\btext\/html\b/i.test(accepted) && !/\bapplication\/(?:[\w.]+\+)?json\b/i.test(accepted);
}
