import type { Advisories } from '../../ecosystems/context/advisories.ts';
import type { EcosystemServices } from '../../services/ecosystem.ts';
import { acceptsGzip, isNotModified } from './send-document.ts';

/** Advisories of one ecosystem, with methods that send their pages. */
export function createAdvisoryAnswers(pages: EcosystemServices['advisories']): Advisories {
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
