import { errorFacts, type DomainError } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';

/** Errors of a path or a file are bad requests: build tools know few status codes. */
const statuses: Partial<Record<DomainError['code'], number>> = {
  invalid_name: 400,
  invalid_version: 400,
  invalid_archive: 400,
  manifest_mismatch: 400,
  name_too_similar: 403,
  policy_violation: 403,
};

/** An error as one line. Build tools print the status; newer ones also print the line. */
export function problem(error: DomainError): NativeProblem {
  const status = statuses[error.code] ?? errorFacts[error.code].status;
  const message = error.code === 'internal' ? 'internal error' : error.detail;
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headersFor(status, error) },
    body: `${message.replaceAll(/\s+/g, ' ')}\n`,
  };
}

function headersFor(status: number, error: DomainError): Record<string, string> {
  const fresh = { 'cache-control': 'no-store' };
  if (status === 401) return { ...fresh, 'www-authenticate': 'Basic realm="Rookery", charset="UTF-8"' };
  if (status !== 429 && status !== 503) return fresh;
  return { ...fresh, 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
}
