import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';

const scheme = 'ecdsa-sha2-nistp256';

/** The keys with which `npm audit signatures` verifies releases. */
export function registerKeys(app: FastifyInstance, context: RouteContext): void {
  app.get('/-/npm/v1/keys', async (request, reply) => {
    const { mount } = await identify(context, request);
    const keys = (await context.trust.listSigningKeys()).map(({ keyId, publicKey, expiresAt }) => ({
      keyid: keyId,
      keytype: scheme,
      scheme,
      key: publicKey,
      expires: expiresAt?.toISOString() ?? null,
    }));
    // short, so that clients get a new key soon
    const caching = mount.requiresAuth ? 'private, no-cache' : 'public, max-age=60';
    return reply.header('cache-control', caching).send({ keys });
  });
}
