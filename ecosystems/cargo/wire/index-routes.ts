import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { indexPath } from '../format/name.ts';

/** The sparse index: one small configuration and one stored document per crate. */
export function registerIndexRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get('/index/config.json', async (request, reply) => {
    const { mount } = await identify(context, request);
    // Cargo reads `auth-required` once to decide about its token; even a public repository may have private crates.
    const isRepository = mount.documentPrefix !== '';
    return reply.header('cache-control', mount.requiresAuth ? 'private, no-cache' : 'no-cache').send({
      dl: `${mount.url}/api/v1/crates/{crate}/{version}/download`,
      api: mount.url,
      'auth-required': mount.requiresAuth || isRepository,
    });
  });

  app.get<{ Params: { '*': string } }>('/index/*', async (request, reply) => {
    const { caller } = await identify(context, request);
    const path = request.params['*'];
    try {
      if (!isIndexPath(path)) throw notFound('crate');
      return await context.documents.send(caller, reply, `index/${path}`);
    } catch (error) {
      const known = context.toDomainError(error, request);
      if (known.code === 'not_found') return sendNoSuchCrate(reply);
      throw known;
    }
  });
}

function isIndexPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name !== '' && indexPath(name) === path;
}

/** Cargo reads an empty 404 as "no such crate" and shows any other body to people. */
function sendNoSuchCrate(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-cache').send();
}
