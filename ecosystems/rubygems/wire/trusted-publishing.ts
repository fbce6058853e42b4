import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { readJson } from '../../bodies/json.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';

const ExchangeRequest = z.object({ jwt: z.string().min(1) });

/** Builds trade their identity token for a short-lived key that pushes. */
export function registerTrustedPublishing(app: FastifyInstance, context: RouteContext): void {
  const url = '/api/v1/oidc/trusted_publisher/exchange_token';
  app.post(url, { config: { body: limits.token } }, async (request, reply) => {
    const parsed = ExchangeRequest.safeParse(await readJson(request));
    if (!parsed.success) throw new DomainError('validation_failed', 'the body is {"jwt": "…"}');
    const caller = context.callers.anonymous(request);
    try {
      const exchanged = await context.callers.exchange(caller, {
        jwt: parsed.data.jwt,
        kind: 'oidc_derived',
      });
      return await reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({
          rubygems_api_key: exchanged.token,
          name: exchanged.builtBy,
          scopes: ['push_rubygem'],
          gem: { name: exchanged.packages[0] ?? null },
          expires_at: exchanged.expiresAt.toISOString(),
        });
    } catch (error) {
      throw refusal(error);
    }
  });
}

/** The protocol has no challenge for identity tokens: a token is invalid, or no gem trusts its build. */
function refusal(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  if (error.code === 'forbidden') return new DomainError('not_found', error.detail, {}, error);
  if (error.status === 401) return new DomainError('validation_failed', error.detail, {}, error);
  return error;
}
