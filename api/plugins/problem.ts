import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CodedError } from '../../domain/coded-error.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { logFailure } from '../../ecosystems/log-failure.ts';
import type { SendMissing } from '../portal/register.ts';
import { collectAddresses, methodsAt } from './addresses.ts';
import { toDomainError } from './domain-error.ts';

/** RFC 9457 with two additions: `error` repeats the detail for clients that read only that member. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** The request's id, to be quoted in reports. */
  instance: z.string(),
  code: z.string(),
  error: z.string(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  scope: z.string().optional(),
  retry_after_seconds: z.number().optional(),
  /** Machine-readable facts: accepted values, counts, the state of a game. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
});
export type Problem = z.infer<typeof Problem>;

const defaultRetrySeconds = 5;

export function presentProblem(error: CodedError, requestId: string, baseUrl: string): Problem {
  const { title = error.title, errors, scope, retryAfterSeconds, details, alternatives } = error.meta;
  return {
    type: `${baseUrl}/docs/errors/${error.code}`,
    title,
    status: error.status,
    detail: error.detail,
    instance: requestId,
    code: error.code,
    error: error.detail,
    ...(errors === undefined ? {} : { errors }),
    ...(scope === undefined ? {} : { scope }),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    ...(details || alternatives
      ? { details: { ...details, ...(alternatives ? { allowed: [...alternatives] } : {}) } }
      : {}),
  };
}

/**
 * Renders every error of a scope as problem details, and answers requests without a route; a known address with
 * another method gets the list of methods (RFC 9110, section 15.5.6). The addresses include routes that are
 * registered later. `sendPage` answers browsers at a missing address.
 */
export function registerProblems(app: FastifyInstance, baseUrl: string, sendPage?: SendMissing): void {
  const addresses = collectAddresses(app);
  app.setErrorHandler((error, request, reply) => sendProblem(toDomainError(error), request, reply, baseUrl));
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url, addresses);
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    const page = allowed.length > 0 ? undefined : sendPage?.(request, reply);
    if (page) return page;
    return sendProblem(missing(request.method, allowed), request, reply, baseUrl);
  });
}

function missing(method: string, allowed: readonly string[]): DomainError {
  if (allowed.length === 0) return notFound('page');
  const detail = `${method.slice(0, 20)} is not possible here: use ${allowed.join(', ')}`;
  return new DomainError('method_not_allowed', detail);
}

/** Logs internal errors with their cause; the client gets only the request's id. */
export function sendProblem(
  error: CodedError,
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply {
  logFailure(request.log, { error: error.cause ?? error, known: error }, error.detail);
  if (error.status === 401) reply.header('www-authenticate', challengeFor(error));
  if (error.status === 429 || error.status === 503) {
    reply.header('retry-after', error.meta.retryAfterSeconds ?? defaultRetrySeconds);
  }
  reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8');
  // skips the response schemas of the route: this file defines the shape
  return reply.serializer(JSON.stringify).send(presentProblem(error, request.id, baseUrl));
}

/** Clients that know RFC 9470 start a new log-in by themselves. */
function challengeFor({ meta: { maxAgeSeconds } }: CodedError): string {
  return maxAgeSeconds === undefined
    ? 'Bearer'
    : `Bearer error="insufficient_user_authentication", max_age="${maxAgeSeconds}"`;
}
