import { errorFacts, type DomainError, type ErrorCode } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';

/** Cargo and its users expect a plain 400 where our own API distinguishes 422. */
const badRequests: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'validation_failed',
  'invalid_name',
  'invalid_version',
  'invalid_archive',
  'manifest_mismatch',
  'name_reserved',
  'name_too_similar',
  'visibility_too_broad',
]);

/** Renders an error in the one shape that cargo prints. */
export function problem(error: DomainError, baseUrl: string): NativeProblem {
  const status = statusOf(error.code);
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headersFor(status, error, baseUrl),
    },
    body: { errors: [{ detail: detailOf(error) }] },
  };
}

function statusOf(code: ErrorCode): number {
  if (badRequests.has(code)) return 400;
  return code === 'policy_violation' ? 403 : errorFacts[code].status;
}

function headersFor(status: number, error: DomainError, baseUrl: string): Record<string, string> {
  if (status === 401) return { 'www-authenticate': `Cargo login_url="${baseUrl}/cargo/me"` };
  if (status === 429 || status === 503) return { 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
  return {};
}

function detailOf(error: DomainError): string {
  if (error.code === 'internal') return 'internal error';
  const { existingName } = error.meta;
  if (existingName === undefined || error.detail.includes(existingName)) return error.detail;
  return `${error.detail}: the crate exists as ${existingName}`;
}
