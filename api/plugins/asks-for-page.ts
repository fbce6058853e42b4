import type { FastifyRequest } from 'fastify';

/** Whether a browser requests a page: it accepts HTML and not the types of programs (RFC 9110, 12.5.1). */
export function asksForPage({ headers }: FastifyRequest): boolean {
  const accepted = headers.accept ?? '';
  return /\btext\/html\b/i.test(accepted) && !/\bapplication\/(?:[\w.]+\+)?json\b/i.test(accepted);
}
