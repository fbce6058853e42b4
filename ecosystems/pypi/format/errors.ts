import { errorFacts, type DomainError } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';

/** Upload tools know few status codes: every error of a file is a bad request. */
const statuses: Partial<Record<DomainError['code'], number>> = {
  invalid_name: 400,
  invalid_version: 400,
  invalid_archive: 400,
  manifest_mismatch: 400,
  name_too_similar: 400,
  name_reserved: 400,
  version_exists: 400,
  digest_conflict: 400,
  invalid_state: 400,
  policy_violation: 400,
  validation_failed: 400,
};

/** An error as one sentence of text, which clients print. */
export function problem(error: DomainError): NativeProblem & { body: string } {
  const status = statuses[error.code] ?? errorFacts[error.code].status;
  const message = error.code === 'internal' ? 'internal error' : error.detail;
  return {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headersFor(status, error),
    },
    body: `${message.replaceAll(/\s+/g, ' ')}\n`,
  };
}

function headersFor(status: number, error: DomainError): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Basic realm="Rookery", charset="UTF-8"' };
  if (status === 429 || status === 503) return { 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
  return {};
}
