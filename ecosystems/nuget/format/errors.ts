import { limits } from './limits.ts';
import { errorFacts, type DomainError, type ErrorCode } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';

/** Errors of packages that can never be accepted: the protocol answers 400. */
const invalidPackage: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'validation_failed',
  'policy_violation',
  'invalid_name',
  'invalid_version',
  'invalid_archive',
  'manifest_mismatch',
  'name_reserved',
  'name_too_similar',
  'visibility_too_broad',
]);

/** An error as JSON with one sentence. Clients send stored credentials only after a Basic challenge. */
export function problem(error: DomainError): NativeProblem {
  const status = invalidPackage.has(error.code) ? 400 : errorFacts[error.code].status;
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

/** The sentence of an error, also for the status line. An unexpected failure reveals no detail. */
export function sentenceOf(error: DomainError): string {
  return error.code === 'internal' ? 'internal error' : error.detail;
}

function headersFor(status: number, error: DomainError): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Basic realm="Rookery"' };
  if (status === 429 || status === 503) return { 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
  return {};
}

/** Maximum characters of the sentence on the status line. */
const maxReason = limits['status line'].characters;

/** The sentence for the status line, which clients show instead of the body: printable ASCII without line breaks. */
export function reasonPhrase(sentence: string): string {
  return sentence
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .slice(0, maxReason)
    .trim();
}
