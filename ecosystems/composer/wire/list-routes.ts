import { answerLimits } from '../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { limits } from '../format/limits.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { numberIn, textOf } from '../../bodies/query.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { createPackageNames } from './package-names.ts';
import { knownName, type PackageParameters } from './package-route.ts';
import { reads, sendJson } from './send-json.ts';

const SearchParameters = z.object({
  q: textOf(fieldLimits['search query']),
  type: z.string().max(limits.type.characters).catch(''),
  page: numberIn(1, answerLimits['protocol page number'].count, 1),
  per_page: numberIn(1, answerLimits['protocol page'].count, 15),
});
const ListParameters = z.object({
  filter: z.string().max(limits['name filter'].characters).catch(''),
  vendor: z.string().max(limits.name.characters).catch(''),
  type: z.string().max(limits.type.characters).catch(''),
});
const maxProviders = limits.providers.count;

/** The search for people, and the lists for tools. */
export function registerListRoutes(app: FastifyInstance, context: RouteContext): void {
  const known = createPackageNames(context);
  app.route({
    method: reads,
    url: '/search.json',
    async handler(request, reply) {
      const { caller, mount } = await identify(context, request);
      const { q, type, page, per_page: limit } = SearchParameters.parse(request.query);
      const fields = type === '' ? [] : [{ field: 'type', value: type.toLowerCase() }];
      const offset = (page - 1) * limit;
      const { total, hits } = await context.search(caller, { text: q, facets: [], fields, offset, limit });
      const next = new URLSearchParams({ q, type, page: String(page + 1), per_page: String(limit) });
      return sendJson(request, reply, {
        results: hits.map(({ name, description, downloadCount, payload }) => ({
          name: name.toLowerCase(),
          description: description ?? '',
          url: `${context.baseUrl}/packages/composer/${name.toLowerCase()}`,
          repository: payload['repository'] ?? '',
          downloads: downloadCount,
          favers: 0,
          abandoned: payload['abandoned'] === true,
        })),
        total,
        ...(offset + limit < total ? { next: `${mount.url}/search.json?${next.toString()}` } : {}),
      });
    },
  });
  app.route({
    method: reads,
    url: '/list.json',
    async handler(request, reply) {
      const { caller } = await identify(context, request);
      const { filter, vendor, type } = ListParameters.parse(request.query);
      const names = await known.list(caller, { vendor: vendorIn(filter, vendor), type });
      const wanted = vendor === '' ? [filter] : [filter, `${vendor.toLowerCase()}/*`];
      const packageNames = names.filter((name) => wanted.every((each) => matches(name, each.toLowerCase())));
      return sendJson(request, reply, { packageNames });
    },
  });
  app.route<{ Params: { vendor: string; file: string } }>({
    method: reads,
    url: '/providers/:vendor/:file',
    async handler(request, reply) {
      const { caller } = await identify(context, request);
      const { vendor, file } = request.params;
      const parameters: PackageParameters = { vendor, package: file.replace(/\.json$/, '') };
      const value = knownName(parameters);
      const fields = [{ field: 'provides', value }];
      const { hits } = await context.search(caller, {
        text: '',
        facets: [],
        fields,
        offset: 0,
        limit: maxProviders,
      });
      const providers = hits.map(({ name, description, payload }) => ({
        name: name.toLowerCase(),
        description: description ?? '',
        type: payload['type'] ?? 'library',
      }));
      return sendJson(request, reply, { providers });
    },
  });
}

/** The vendor, if the query is about only one. */
function vendorIn(filter: string, vendor: string): string | undefined {
  if (vendor !== '') return vendor.toLowerCase();
  return /^([\w.-]+)\//.exec(filter)?.[1]?.toLowerCase();
}

/** `*` matches any text. One pass: each part is searched after the previous part. */
function matches(name: string, glob: string): boolean {
  if (glob === '') return true;
  const [first = '', ...parts] = glob.split(/\*+/);
  const last = parts.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
