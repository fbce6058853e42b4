import { errorFacts, type DomainError } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';

/** The status of invalid requests; a refused valid request is 422. */
const statuses: Partial<Record<DomainError['code'], number>> = {
  invalid_name: 400,
  invalid_version: 400,
  invalid_archive: 400,
  manifest_mismatch: 400,
  validation_failed: 400,
};

/** The sentence of an error, in both forms that scripts read. */
export function problem(error: DomainError): NativeProblem {
  const status = statuses[error.code] ?? errorFacts[error.code].status;
  const message = error.code === 'internal' ? 'internal error' : error.detail;
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headersFor(status, error),
    },
    body: { error: message, errors: [{ status, message }] },
  };
}

function headersFor(status: number, error: DomainError): Record<string, string> {
  // the challenge makes the client ask for a name and a password
  if (status === 401) return { 'www-authenticate': 'Basic realm="Rookery", charset="UTF-8"' };
  if (status === 429 || status === 503) return { 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
  return {};
}
