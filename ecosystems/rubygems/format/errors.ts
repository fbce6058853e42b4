import { errorFacts, type DomainError } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';

/** The client prints the text unchanged; if the text begins with these words, the client offers to widen the key. */
const lacksScope = "The API key doesn't have access to perform this action";

/** An error as one line of text; as JSON for requests of JSON. */
export function problem(error: DomainError, baseUrl: string, url: string): NativeProblem {
  const { status } = errorFacts[error.code];
  const text = textOf(error, baseUrl).replaceAll(/\s+/g, ' ').trim();
  const isJson = (url.split('?', 1)[0] ?? '').endsWith('.json');
  return {
    status,
    headers: {
      'content-type': isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headersFor(status, error),
    },
    body: isJson ? { error: text } : `${text}\n`,
  };
}

function textOf(error: DomainError, baseUrl: string): string {
  switch (error.code) {
    case 'internal':
      return 'internal error';
    case 'unauthenticated':
      return `Access Denied. Please sign up for an account at ${baseUrl}`;
    case 'mfa_required':
      // by these words the client knows that it must ask for a code
      return 'You have enabled multifactor authentication but no OTP code provided. Please fill it and retry.';
    case 'insufficient_scope':
      return `${lacksScope}: ${error.detail}`;
    case 'version_exists':
      return `Repushing of gem versions is not allowed. ${error.detail}`;
    default:
      return error.detail;
  }
}

function headersFor(status: number, error: DomainError): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Basic realm="Rookery", charset="UTF-8"' };
  if (status === 429 || status === 503) return { 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
  return {};
}
