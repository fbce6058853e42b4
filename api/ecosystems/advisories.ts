import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { Advisories } from '../../ecosystems/context/advisories.ts';
import { createAdvisoryPages } from '../../services/advisories/pages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { acceptsGzip, isNotModified } from './send-document.ts';

/** What is known against packages, bound to one ecosystem. */
export function createAdvisories(pool: Pool, ecosystem: EcosystemId): Advisories {
  const pages = createAdvisoryPages(pool, ecosystem);
  return {
    list: pages.list,
    listPages: pages.listPages,

    async sendPage(request, reply, page, render) {
      const { etag, body, gzipBody, changedAt } = await pages.getPage(page, render);
      reply.header('etag', etag).header('last-modified', changedAt.toUTCString());
      reply.header('vary', 'accept-encoding');
      const { headers } = request;
      if (isNotModified(headers, etag, changedAt.toUTCString())) {
        return reply.code(304).send();
      }
      reply.header('content-type', 'application/json; charset=utf-8');
      if (!acceptsGzip(headers['accept-encoding'])) return reply.send(body);
      return reply.header('content-encoding', 'gzip').send(gzipBody);
    },
  };
}
