import type { FastifyBaseLogger } from 'fastify';
import type { DomainError } from '../domain/errors.ts';

/**
 * Failures of the platform are errors in the log; that a client comes again in a moment is part of how several files are
 * sent. An outage has a cause, or was another error before it became `known`.
 */
export function logFailure(
  log: FastifyBaseLogger,
  { error, known }: { error: unknown; known: DomainError },
  event: string,
): void {
  if (known.status < 500) return;
  const isRoutine = known === error && known.code === 'not_ready' && known.cause === undefined;
  if (isRoutine) log.info({ reason: known.detail }, event);
  else log.error({ err: error }, event);
}
