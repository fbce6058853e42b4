import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { DomainError, unauthenticated } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { type Address, parseAddress } from '../format/address.ts';
import { accessFor, type Identified, mountSource } from './caller.ts';
import { problem } from '../format/errors.ts';
import { isNameKnown } from './known-name.ts';
import { sendIndex } from './referrer.ts';
import { type Access, formatScope } from './scope.ts';
import { logFailure } from '../../log-failure.ts';

/** Sends an error in the protocol's form; a challenge names the access that the request needs. */
export function explain(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  about: Address | undefined = parseAddress(request.url),
): FastifyReply {
  const known = asDomainError(context, error, request);
  logFailure(request.log, { error, known }, 'oci request failed');
  const { status, headers, body } = problem(challenged(known, request, about), context.baseUrl, about);
  reply.code(status).headers(headers);
  // bytes, because the framework adds a charset to the type of a text
  return reply.send(request.method === 'HEAD' ? undefined : Buffer.from(JSON.stringify(body)));
}

/**
 * Sends an error that depends on the caller. A missing resource in a repository that the caller may not see is a
 * missing repository; for an anonymous reader the answer is a challenge. A list of referrers is empty, never missing.
 */
export async function explainTo(
  context: RouteContext,
  caller: Identified,
  { request, reply, address }: { request: FastifyRequest; reply: FastifyReply; address: Address },
  error: unknown,
): Promise<FastifyReply> {
  if (!isAboutRepository(request.method, address) || asDomainError(context, error).code !== 'not_found') {
    return explain(context, request, reply, error, address);
  }
  const isThere = await isNameKnown(context, caller, address.name);
  if (!isThere && caller.actor.kind === 'anonymous') {
    return explain(context, request, reply, unauthenticated(), address);
  }
  if (address.kind === 'referrers') return sendIndex(reply, [], new Map());
  if (isThere) return explain(context, request, reply, error, address);
  const { mount, name } = address;
  const unknown = new DomainError('not_found', 'repository name not known to registry');
  return explain(context, request, reply, unknown, { kind: 'tags', mount, name });
}

function isAboutRepository(
  method: string,
  address: Address,
): address is Extract<Address, { kind: 'blob' | 'manifest' | 'tags' | 'referrers' }> {
  const { kind } = address;
  if (kind === 'tags' || kind === 'referrers') return true;
  return (kind === 'blob' || kind === 'manifest') && method !== 'PUT';
}

function asDomainError(context: RouteContext, error: unknown, request?: FastifyRequest): DomainError {
  return error instanceof ZodError
    ? new DomainError('validation_failed', 'the request is not valid', {}, error)
    : context.toDomainError(error, request);
}

/** Whether the scope can be quoted in a header: the requested name may be malformed. */
function isQuotable(needed: Access): boolean {
  return needed.type !== 'repository' || /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(needed.name);
}

function challenged(error: DomainError, request: FastifyRequest, about: Address | undefined): DomainError {
  const needed = about && accessFor(request.method, about);
  if (error.status !== 401 || !needed || !isQuotable(needed)) return error;
  const source = about.kind === 'uploads' ? mountSource(request) : undefined;
  const scope = [needed, ...(source ? [source] : [])].map(formatScope).join(' ');
  return new DomainError(error.code, error.detail, { ...error.meta, scope });
}
