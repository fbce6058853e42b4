import type { FastifyBaseLogger } from 'fastify';
import type { CodedError } from '../domain/coded-error.ts';

/**
 * Logs a failure of the platform as an error. A deliberate refusal, e.g. with Retry-After, is logged as one sentence
 * of level info, without a stack: the refusal has no cause and was not another error before it became `known`.
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
