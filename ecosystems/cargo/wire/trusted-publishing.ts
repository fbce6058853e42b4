import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireUser } from '../../../domain/actor.ts';
import { as } from '../../../domain/caller.ts';
import { DomainError, type ErrorCode } from '../../../domain/errors.ts';
import type { ExchangedToken } from '../../context/callers.ts';
import type { RouteContext } from '../../context/context.ts';
import { credentialOf } from './caller.ts';
import { readJson } from '../../bodies/json.ts';
import { limits } from '../format/limits.ts';

/** `crate` is an extension of this registry: it selects one of the crates of a build. */
const ExchangeRequest = z.object({
  jwt: z.string().min(1),
  crate: z.string().max(limits['asked crate'].characters).optional(),
});

const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_credentials',
  'token_expired',
  'forbidden',
]);

/** Publishing without a stored secret: issues a short-lived token for an identity token, and revokes it. */
export function registerTrustedPublishing(app: FastifyInstance, context: RouteContext): void {
  const url = '/api/v1/trusted_publishing/tokens';

  app.post(url, { config: { body: limits.json } }, async (request, reply) => {
    const { token } = await exchange(context, request);
    return reply.header('cache-control', 'no-store').send({ token });
  });

  app.delete(url, async (request, reply) => {
    const caller = await context.callers.authenticate(request, credentialOf(request), {
      acceptsExchanged: true,
    });
    await context.callers.revokeOwn(as(caller, requireUser(caller.actor)));
    return reply.code(204).send();
  });
}

/** The protocol has no challenge for identity tokens: an invalid one is a bad request. */
async function exchange(context: RouteContext, request: FastifyRequest): Promise<ExchangedToken> {
  const { jwt, crate } = ExchangeRequest.parse(await readJson(request));
  try {
    return await context.callers.exchange(context.callers.anonymous(request), {
      jwt,
      kind: 'oidc_derived',
      ...(crate === undefined ? {} : { name: crate }),
    });
  } catch (error) {
    if (!(error instanceof DomainError) || !refusals.has(error.code)) throw error;
    throw new DomainError('bad_request', error.detail, {}, error);
  }
}
