import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Advisory } from '../../domain/advisory.ts';

/** Clients keep the base and fetch the update often; together they are everything. */
export type AdvisoryPage = 'base' | 'update';

/** Open advisories about packages of the ecosystem: asked for by name, or all for clients that match on their own. */
export interface Advisories {
  /**
   * Open advisories about any of these packages (lookup keys), whether they are here or not: imported advisories
   * are public. `affected` names the other packages of an advisory as well.
   */
  list(names: readonly string[]): Promise<readonly Advisory[]>;
  /** Pages that have something in them and when they changed; none before the first import. */
  listPages(): Promise<readonly { name: AdvisoryPage; updatedAt: Date }[]>;
  /** Answers with the page as `render` makes it, once per change (200, 304, HEAD, gzip; an hour in caches). */
  sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: AdvisoryPage,
    render: (advisories: readonly Advisory[]) => object,
  ): Promise<FastifyReply>;
}
