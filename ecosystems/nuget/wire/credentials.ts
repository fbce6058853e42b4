import type { FastifyRequest } from 'fastify';
import { requireScope, requireUser } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { basicPassword, bearerToken } from '../../../domain/credential.ts';
import { forbidden } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';

type Headers = FastifyRequest['headers'];

/** The first credential of a request, in the protocol's order; undefined: anonymous. */
export function credentialOf(headers: Headers): string | undefined {
  return (
    header(headers, 'x-nuget-apikey') ??
    header(headers, 'x-dotnet-apikey') ??
    bearerToken(headers.authorization) ??
    basicPassword(headers.authorization)
  );
}

function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first?.trim() || undefined;
}

/** The caller. These routes refuse tokens that are derived from a build's identity. */
export async function identify(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<Caller> {
  const caller = await context.callers.authenticate(request, credentialOf(request.headers), options);
  const { actor } = caller;
  if (actor.kind === 'user' && actor.tokenKind === 'oidc_derived') {
    throw forbidden('tokens derived from an OIDC identity are not accepted here');
  }
  return caller;
}

/** The caller of a writing route. @throws DomainError `unauthenticated`, `forbidden` or `insufficient_scope` */
export async function identifyPublisher(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<KnownCaller> {
  const caller = await identify(context, request, options);
  return as(caller, requireScope(caller.actor, 'packages:write'));
}

/** @throws DomainError `unauthenticated` */
export async function identifyUser(context: RouteContext, request: FastifyRequest): Promise<KnownCaller> {
  const caller = await identify(context, request);
  return as(caller, requireUser(caller.actor));
}

/** The identity token of a build, for the only route that accepts it. */
export function bearerOf(headers: Headers): string | undefined {
  return bearerToken(headers.authorization);
}
