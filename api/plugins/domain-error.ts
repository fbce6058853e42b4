import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { FieldProblem } from '../../domain/coded-error.ts';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { isOutage } from '../../store/postgres/outage.ts';

/** Refusals of Fastify itself; every other status below 500 becomes `bad_request`. */
const refusals: Partial<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_json', 'the body is not valid JSON'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_json', 'the body is empty'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'send application/json'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'the body is too large'],
};

const sockets: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
]);

const maxCauses = 5;

/** Converts any thrown value into a `DomainError`; an unknown value becomes `internal` with its cause. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error.validation);
  const codes = codesOf(error);
  const refusal = codes.map((code) => refusals[code]).find((found) => found !== undefined);
  if (refusal) return new DomainError(refusal[0], refusal[1], {}, error);
  if (isBrokenOff(error))
    return new DomainError('bad_request', 'the request ended before it was complete', {}, error);
  // Fastify's own errors have a status; other errors do not
  const status = (error as Partial<FastifyError> | undefined)?.statusCode ?? 500;
  if (status < 500) return new DomainError('bad_request', 'the request can not be understood', {}, error);
  if (codes.some((code) => sockets.has(code)) || isOutage(error)) {
    return new DomainError(
      'not_ready',
      'a part of the service is not available, try again',
      { retryAfterSeconds: 5 },
      error,
    );
  }
  return new DomainError('internal', 'something went wrong on our side', {}, error);
}

/** Whether the client disconnected during its body. Node's error code is the same for a lost database. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && codesOf(error)[0] === 'ECONNRESET';
}

function invalid(
  issues: readonly { instancePath: string; keyword: string; message?: string }[],
): DomainError {
  const errors: FieldProblem[] = issues.map((issue) => ({
    path: issue.instancePath.split('/').filter(Boolean).join('.'),
    code: issue.keyword,
    message: inPlainWords(issue.message ?? 'is not valid'),
  }));
  const [first] = errors;
  const detail = first ? `${first.path || 'the request'}: ${first.message}` : 'the request is not valid';
  return new DomainError('validation_failed', detail, { errors });
}

/** The validator's message names types but no remedy. */
function inPlainWords(message: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === undefined) return message;
  return received === 'undefined' ? 'is required' : `must be of type ${expected}`;
}

/** The driver wraps database errors. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; current instanceof Error && depth < maxCauses; depth += 1) {
    if ('code' in current && typeof current.code === 'string') codes.push(current.code);
    current = current.cause;
  }
  return codes;
}
