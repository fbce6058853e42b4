import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { readJson } from '../../bodies/json.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { speakNatively } from './routes.ts';

const MintRequest = z.object({ token: z.string().min(1) });

/** The routes at the host's root where builds trade their identity token for an upload token. */
export function registerRootRoutes(app: FastifyInstance, context: RouteContext): void {
  speakNatively(app, context);
  const audience = new URL(context.baseUrl).host;
  app.get('/_/oidc/audience', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ audience }),
  );
  app.post('/_/oidc/mint-token', { config: { body: limits.token } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const refuse = (code: string, description: string) =>
      reply.code(422).send({ message: 'Token request failed', errors: [{ code, description }] });
    const parsed = MintRequest.safeParse(await readBody(request));
    if (!parsed.success) return refuse('invalid-payload', 'the body is {"token": "…"}');
    try {
      const { token, expiresAt } = await context.callers.exchange(context.callers.anonymous(request), {
        jwt: parsed.data.token,
        kind: 'oidc_derived',
      });
      const expires = Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1_000));
      return await reply.send({ success: true, token, expires });
    } catch (error) {
      if (!(error instanceof DomainError) || error.status >= 500 || error.code === 'rate_limited')
        throw error;
      return refuse(codeOf(error), error.detail);
    }
  });
}

/** The body; undefined for malformed JSON, for which clients know one error code. */
async function readBody(request: FastifyRequest): Promise<unknown> {
  try {
    return await readJson(request);
  } catch (error) {
    if (error instanceof DomainError && error.status === 400) return undefined;
    throw error;
  }
}

/** The error code that clients explain to people. */
function codeOf({ code, meta: { reason } }: DomainError): string {
  if (reason === 'used_before') return 'invalid-reuse-token';
  if (reason === 'issuer_unknown') return 'not-enabled';
  if (reason === 'pending_publisher') return 'invalid-pending-publisher';
  return code === 'forbidden' || code === 'not_found' ? 'invalid-publisher' : 'invalid-token';
}
