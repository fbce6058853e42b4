import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { narrower } from '../../../domain/visibility.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify, identifyWriter } from './caller.ts';
import { readJson } from '../../bodies/json.ts';
import { onPackage } from './package-routes.ts';
import { limits } from '../format/limits.ts';

const AccessRequest = z.object({
  access: z.enum(['public', 'restricted', 'private']).optional(),
  publish_requires_tfa: z.boolean().optional(),
});

/** Size of a search page, and maximum number of pages in a listing. */
const pageSize = 100;
const maxPages = limits['pages of own packages'].count;

export function registerAccessRoutes(app: FastifyInstance, context: RouteContext): void {
  onPackage(app, 'GET', ['/-/package', '/visibility'], async (request, reply, name) => {
    const { caller } = await identify(context, request);
    const { package: pkg } = await context.packages.get(caller, name, { metadata: [] });
    const visibility = narrower(pkg.visibility, pkg.repositoryVisibility);
    return reply.send({ public: visibility === 'public' || visibility === 'unlisted' });
  });

  onPackage(
    app,
    { method: 'POST', body: limits.json },
    ['/-/package', '/access'],
    async (request, reply, name) => {
      const { caller } = await identifyWriter(context, request);
      const wanted = AccessRequest.safeParse(await readJson(request));
      if (!wanted.success) throw new DomainError('bad_request', 'access is public or restricted');
      const { access, publish_requires_tfa: asksForSecondFactor = false } = wanted.data;
      if (asksForSecondFactor) return refuseSecondFactor(reply);
      if (access !== undefined) {
        await context.packages.setVisibility(caller, name, access === 'public' ? 'public' : 'private');
      } else await context.packages.get(caller, name, { metadata: [] });
      return reply.send({ ok: true });
    },
  );

  onPackage(app, 'GET', ['/-/package', '/collaborators'], async (request, reply, name) => {
    const { caller } = await identify(context, request);
    const owners = await context.packages.listOwners(caller, name);
    return reply.send(Object.fromEntries(owners.map(({ username }) => [username, 'read-write'])));
  });

  // clients request the organization first, then the person
  app.get<{ Params: { owner: string } }>('/-/user/:owner/package', async (request, reply) =>
    reply.send(await listPackagesOf(context, request, request.params.owner)),
  );
}

/** All package names of one owner that the caller may see. */
async function listPackagesOf(context: RouteContext, request: FastifyRequest, owner: string) {
  const { caller } = await identify(context, request);
  const fields = [{ field: 'maintainer', value: owner.toLowerCase() }];
  const names: string[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const window = { offset: page * pageSize, limit: pageSize };
    const { hits, total } = await context.search(caller, { text: '', facets: [], fields, ...window });
    names.push(...hits.map(({ name }) => name));
    if (names.length >= total || hits.length === 0) break;
  }
  return Object.fromEntries(names.sort().map((name) => [name, 'read-write']));
}

function refuseSecondFactor(reply: FastifyReply): FastifyReply {
  const sentence = 'a second factor cannot be required for a single package';
  return reply.code(405).header('cache-control', 'no-store').send({ error: sentence });
}
