import type { FastifyBaseLogger } from 'fastify';
import type { CodedError } from '../domain/coded-error.ts';

/**
 * Failures of the platform are errors in the log. A refusal with a Retry-After is none: it is logged as one sentence,
 * without a stack. An outage has a cause, or was another error before it became `known`.
 */
export function logFailure(
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
  { error, known, ...facts }: { error: unknown; known: CodedError; action?: string },
  event: string,
): void {
  if (known.status < 500) return;
  const isRefusal = known === error && known.code !== 'internal' && known.cause === undefined;
  if (isRefusal) log.info({ code: known.code, reason: known.detail, ...facts }, event);
  else log.error({ err: error, code: known.code, ...facts }, event);
}
