import type { FastifyRequest } from 'fastify';
import { requireScope, type Actor, type UserActor } from '../../domain/actor.ts';
import { basicPassword, bearerToken } from '../../domain/credential.ts';
import { forbidden } from '../../domain/errors.ts';
import type { RouteContext } from '../route-context.ts';

type Headers = FastifyRequest['headers'];

/** The first credential a .NET client sends, in the protocol's order; undefined is anonymous. */
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

/** Who asks. Tokens derived from an identity of a build system are not accepted on these routes. */
export async function identify(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<Actor> {
  const actor = await context.authenticate(request, credentialOf(request.headers), options);
  if (actor.kind === 'user' && actor.tokenKind === 'oidc_derived') {
    throw forbidden('tokens derived from an OIDC identity are not accepted here');
  }
  return actor;
}

/** For every route that changes something. @throws DomainError `unauthenticated`, `forbidden` or `insufficient_scope` */
export async function identifyPublisher(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<UserActor> {
  return requireScope(await identify(context, request, options), 'packages:write');
}

/** The identity token of a build, on the one route that takes it. */
export function bearerOf(headers: Headers): string | undefined {
  return bearerToken(headers.authorization);
}
