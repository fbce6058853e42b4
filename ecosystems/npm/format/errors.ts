import { errorFacts, type DomainError, type ErrorCode } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';

/** Errors with 422 in the management API: clients expect 400. */
const badRequests: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'validation_failed',
  'invalid_name',
  'invalid_version',
  'invalid_archive',
  'manifest_mismatch',
  'name_reserved',
  'name_too_similar',
]);

/** Messages that become `Not found`: hidden and missing resources must get the same answer. */
const nothingThere = /^(?:package|document|file|page|repository) not found$/;

/** Renders an error in the one shape that clients print. */
export function problem(error: DomainError): NativeProblem {
  const status = badRequests.has(error.code) ? 400 : errorFacts[error.code].status;
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headersFor(status, error),
    },
    body: { error: sentenceOf(error) },
  };
}

function headersFor(status: number, error: DomainError): Record<string, string> {
  // npm asks its user for a code when the challenge is OTP
  if (error.code === 'mfa_required') return { 'www-authenticate': 'OTP' };
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 429 || status === 503) return { 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
  return {};
}

function sentenceOf({ code, detail }: DomainError): string {
  if (code === 'internal') return 'internal error';
  return code === 'not_found' && nothingThere.test(detail) ? 'Not found' : detail;
}
