import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './credentials.ts';
import { packageKey } from './keys.ts';
import { type Channel, offeredVersions } from '../format/listing.ts';
import { NugetListed } from '../format/metadata.ts';
import { autocompleteQuery, isKnownType, requestedChannel, searchQuery, SearchParameters } from './query.ts';
import { sendRendered } from './send-rendered.ts';
import { renderHit } from './search-hit.ts';
import { serviceIndex } from './service-index.ts';

/** The service index, search and autocomplete. */
export function discoveryRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get('/v3/index.json', async (request, reply) => {
    const mount = await context.mount(await identify(context, request));
    const hasAdvisories = (await context.advisories.listPages()).length > 0;
    reply.header('cache-control', `${mount.requiresAuth ? 'private' : 'public'}, max-age=300`);
    return sendRendered(request, reply, serviceIndex(mount.url, context.baseUrl, { hasAdvisories }));
  });
  app.get('/v3/search', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    return search(context, request, SearchParameters.parse(request.query));
  });
  app.get('/v3/autocomplete', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    const parameters = SearchParameters.parse(request.query);
    if (parameters.id === undefined) return completeIds(context, request, parameters);
    return listVersions(context, request, parameters.id, requestedChannel(parameters));
  });
}

async function search(context: RouteContext, request: FastifyRequest, parameters: SearchParameters) {
  const query = searchQuery(parameters);
  const caller = await identify(context, request);
  const mount = await context.mount(caller);
  if (!isKnownType(parameters)) return { totalHits: 0, data: [] };
  const { total, hits } = await context.search(caller, query);
  const channel = requestedChannel(parameters);
  const data = hits.map((hit) => renderHit(hit, channel, mount.url)).filter((hit) => hit !== undefined);
  return { totalHits: total, data };
}

async function completeIds(context: RouteContext, request: FastifyRequest, parameters: SearchParameters) {
  const query = autocompleteQuery(parameters);
  const caller = await identify(context, request);
  await context.mount(caller);
  if (!isKnownType(parameters)) return { totalHits: 0, data: [] };
  const { total, hits } = await context.search(caller, query);
  return { totalHits: total, data: hits.map((hit) => hit.name) };
}

/** Versions of one package for autocompletion; empty for a missing package. */
async function listVersions(context: RouteContext, request: FastifyRequest, id: string, channel: Channel) {
  const caller = await identify(context, request);
  await context.mount(caller);
  try {
    const looked = { metadata: Object.keys(NugetListed.shape) };
    const { releases } = await context.packages.get(caller, packageKey(id), looked);
    const data = offeredVersions(releases, channel);
    return { totalHits: data.length, data };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return { totalHits: 0, data: [] };
    throw error;
  }
}
