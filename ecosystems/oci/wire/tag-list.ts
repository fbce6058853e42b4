import { limits } from '../format/limits.ts';
import type { FastifyReply } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { type AddressOf, type Asked, byMethod } from './request.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import { isNameKnown } from './known-name.ts';
import { limitOf, nextLink, queryOf } from './query.ts';

const pages = { usual: 10_000, most: limits['tag list page'].count };

/** `/{name}/tags/list`, in byte order. */
export function sendTags(context: RouteContext, asked: Asked<AddressOf<'tags'>>): Promise<FastifyReply> {
  const { request, reply, caller, address } = asked;
  const { name, mount } = address;
  return byMethod(asked, {
    GET: async () => {
      const query = queryOf(request);
      const limit = limitOf(query, pages);
      const last = query.get('last');
      const wanted = { limit: Math.max(1, limit), ...(last === null ? {} : { after: last }) };
      const found = await undefinedIfMissing(context.tags.list(caller, name, wanted));
      const page = found ?? (await emptyPage(context, asked));
      const tags = page.tags.slice(0, limit).map((tag) => tag.name);
      const end = tags.at(-1);
      if (page.hasMore && end !== undefined) {
        reply.header('link', nextLink(`${mount}/${name}/tags/list`, { n: limit, last: end }));
      }
      return reply
        .headers({ 'content-type': 'application/json', 'cache-control': 'no-cache' })
        .send(Buffer.from(JSON.stringify({ name, tags })));
    },
  });
}

/**
 * The empty page of a repository without a visible release, for users who have content in it.
 * @throws DomainError `not_found`
 */
async function emptyPage(
  context: RouteContext,
  { caller, address }: Asked<AddressOf<'tags'>>,
): ReturnType<RouteContext['tags']['list']> {
  if (!(await isNameKnown(context, caller, address.name))) throw notFound('repository');
  return { tags: [], hasMore: false };
}
