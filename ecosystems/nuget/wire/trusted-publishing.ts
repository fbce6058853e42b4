import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DomainError, unauthenticated } from '../../../domain/errors.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import type { RouteContext } from '../../context/context.ts';
import { bearerOf } from './credentials.ts';
import { limits } from '../format/limits.ts';

const bound = limits.json;

const TokenRequest = z.object({
  username: z.string().trim().min(1).max(inputLimits['user of an exchange'].characters).optional(),
  tokenType: z.string().optional(),
});

/** Exchanges a build's identity token for a short-lived key for the packages that the build may push. */
export function trustedPublishingRoutes(app: FastifyInstance, context: RouteContext): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: bound.bytes },
      (_request, body, done) => done(null, body),
    );
    scope.post('/api/v2/token', { config: { body: limits.json } }, async (request, reply) => {
      const jwt = bearerOf(request.headers);
      if (jwt === undefined) throw unauthenticated('an identity token is required');
      const { username } = readTokenRequest(request.body);
      const exchanged = await context.callers.exchange(context.callers.anonymous(request), {
        jwt,
        kind: 'publish',
        ...(username === undefined ? {} : { username }),
      });
      const { token: apiKey, expiresAt, packages } = exchanged;
      return reply
        .header('cache-control', 'no-store')
        .send({ tokenType: 'ApiKey', apiKey, expires: expiresAt.toISOString(), packages });
    });
  });
}

/** Reads the request; an empty or non-JSON body names no user. @throws DomainError `bad_request`, `malformed_json` */
function readTokenRequest(body: unknown): z.infer<typeof TokenRequest> {
  if (!Buffer.isBuffer(body) || decodeUtf8(body).trim() === '') return {};
  const parsed = TokenRequest.safeParse(parseBoundedJson(body, bound));
  if (!parsed.success) throw new DomainError('bad_request', 'the request for a token is not valid');
  const { tokenType } = parsed.data;
  if (tokenType !== undefined && tokenType.toLowerCase() !== 'apikey') {
    throw new DomainError('bad_request', 'only tokens of the type ApiKey are given out');
  }
  return parsed.data;
}
