import { errorFacts, type DomainError } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';

/** An error for `curl --fail-with-body`: one line of JSON with a sentence. */
export function problem(error: DomainError): NativeProblem {
  const status = error.code === 'digest_mismatch' ? 422 : errorFacts[error.code].status;
  const message = error.code === 'internal' ? 'internal error' : error.detail;
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headersFor(status, error),
    },
    body: `${JSON.stringify({ error: { code: error.code, message } })}\n`,
  };
}

function headersFor(status: number, error: DomainError): Record<string, string> {
  // wget sends credentials only after a challenge
  if (status === 401) return { 'www-authenticate': 'Basic realm="rookery", charset="UTF-8"' };
  if (status === 429 || status === 503) return { 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
  return {};
}
