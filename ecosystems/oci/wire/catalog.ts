import { limits } from '../format/limits.ts';
import type { FastifyReply } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { type AddressOf, type Asked, byMethod } from './request.ts';
import { limitOf, nextLink, queryOf } from './query.ts';

const pages = { usual: 100, most: limits['catalog page'].count };

/** `/_catalog`: repositories that the caller may read. */
export function sendCatalog(
  context: RouteContext,
  asked: Asked<AddressOf<'catalog'>>,
): Promise<FastifyReply> {
  const { request, reply, caller, address } = asked;
  return byMethod(asked, {
    GET: async () => {
      const query = queryOf(request);
      const limit = limitOf(query, pages);
      const last = query.get('last');
      const page = await context.packages.list(caller, {
        limit: Math.max(1, limit),
        ...(last === null ? {} : { after: last }),
      });
      const repositories = page.packages.slice(0, limit).map(({ name }) => name);
      const end = repositories.at(-1);
      if (page.hasMore && end !== undefined) {
        reply.header('link', nextLink(`${address.mount}/_catalog`, { n: limit, last: end }));
      }
      return reply
        .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
        .send(Buffer.from(JSON.stringify({ repositories })));
    },
  });
}
