import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Advisory } from '../../domain/advisory.ts';

/** Clients keep the base and fetch the update often; both pages together have all advisories. */
export type AdvisoryPage = 'base' | 'update';

/** Open advisories about packages of the ecosystem: by name, or all advisories for clients that match locally. */
export interface Advisories {
  /**
   * Open advisories about any of these packages (lookup keys), including packages that the registry does not have:
   * imported advisories are public. `affected` also names the other packages of an advisory.
   */
  list(names: readonly string[]): Promise<readonly Advisory[]>;
  /** Nonempty pages and the times of their last changes; empty before the first import. */
  listPages(): Promise<readonly { name: AdvisoryPage; updatedAt: Date }[]>;
  /** Answers with the rendered page (200, 304, HEAD, gzip; an hour in caches). `render` runs once per change. */
  sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: AdvisoryPage,
    render: (advisories: readonly Advisory[]) => object,
  ): Promise<FastifyReply>;
}
