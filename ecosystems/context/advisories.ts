import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Advisory } from '../../domain/advisory.ts';

/** Clients keep the base and fetch the update often; together they are everything. */
export type AdvisoryPage = 'base' | 'update';

/** All open advisories of the ecosystem, for protocols whose clients fetch everything and match on their own. */
export interface AdvisoryFeed {
  /** Pages that have something in them and when they changed; none before the first import. */
  listPages(): Promise<readonly { name: AdvisoryPage; updatedAt: Date }[]>;
  /** Answers what `render` makes of the page, which happens once per change (200, 304, HEAD, gzip; an hour in caches). */
  sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: AdvisoryPage,
    render: (advisories: readonly Advisory[]) => object,
  ): Promise<FastifyReply>;
}
