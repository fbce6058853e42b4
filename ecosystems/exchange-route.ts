import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireUser } from '../domain/actor.ts';
import { as } from '../domain/caller.ts';
import { basicPassword, bearerToken } from '../domain/credential.ts';
import { DomainError, unauthenticated } from '../domain/errors.ts';
import { parseBoundedJson } from '../domain/json-shape.ts';
import { fieldLimits } from '../domain/limits/fields.ts';
import { inputLimits } from '../domain/limits/inputs.ts';
import { readBounded } from './bodies/json.ts';
import type { RouteContext } from './context/context.ts';

const url = '/-/oidc/token';

const wishBound = inputLimits['token exchange'];

/** Selects the packages where the identity token alone is ambiguous. */
const Wish = z.strictObject({
  package: z.string().trim().min(1).max(fieldLimits['package name'].characters).optional(),
  username: z.string().trim().min(1).max(inputLimits['user of an exchange'].characters).optional(),
});

/**
 * The token exchange of protocols that define no such route. A build trades its identity token, sent as `Bearer`, for
 * a short-lived token that publishes, and revokes that token at the end. One build often publishes several packages
 * with one log-in: the token is valid for all packages that are open to the build, or for the package in the body.
 */
export function registerExchangeRoute(app: FastifyInstance, context: RouteContext): void {
  app.post(url, { config: { body: wishBound } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const jwt = bearerToken(request.headers.authorization);
    if (jwt === undefined) throw unauthenticated('an identity token is required, as Bearer');
    const { package: name, username } = await readWish(request);
    const { token, expiresAt, packages } = await context.callers.exchange(
      context.callers.anonymous(request),
      {
        jwt,
        kind: 'oidc_derived',
        ...(name === undefined ? {} : { name }),
        ...(username === undefined ? {} : { username }),
      },
    );
    return reply.type('application/json; charset=utf-8').send(
      JSON.stringify({
        token,
        expires_at: expiresAt.toISOString(),
        expires_in: Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1_000)),
        packages,
      }),
    );
  });

  app.delete(url, async (request, reply) => {
    const { authorization } = request.headers;
    const credential = bearerToken(authorization) ?? basicPassword(authorization);
    const caller = await context.callers.authenticate(request, credential, { acceptsExchanged: true });
    await context.callers.revokeOwn(as(caller, requireUser(caller.actor)));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/** A missing body is an empty object. @throws DomainError `too_large`, `malformed_json`, `validation_failed` */
async function readWish({ body }: FastifyRequest): Promise<z.infer<typeof Wish>> {
  if (!(body instanceof Readable)) return {};
  const bytes = await readBounded(body, wishBound);
  if (bytes.length === 0) return {};
  const parsed = Wish.safeParse(parseBoundedJson(bytes, wishBound));
  if (parsed.success) return parsed.data;
  throw new DomainError('validation_failed', 'the body is {"package": "…", "username": "…"}, or empty');
}
