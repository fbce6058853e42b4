import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { findHits } from './audit-advisories.ts';
import { readAuditBody } from './audit-body.ts';
import { bulkReader } from './audit-bulk.ts';
import { bulkReport, treeReport } from './audit-report.ts';
import { treeReader } from './audit-tree.ts';
import { identify } from './caller.ts';
import { limits } from '../format/limits.ts';

/** `npm audit`, `pnpm audit`, `yarn audit`: by imported advisories, also about packages of other registries. */
export function registerAudit(app: FastifyInstance, context: RouteContext): void {
  const config = { body: limits.audit } as const;
  app.post('/-/npm/v1/security/advisories/bulk', { config }, async (request, reply) => {
    const { caller } = await identify(context, request);
    const asked = await readAuditBody(context, request, caller, bulkReader);
    const hits = await findHits(context, caller.actor, asked);
    return reply.header('cache-control', 'no-store').send(bulkReport(hits));
  });

  for (const url of ['/-/npm/v1/security/audits/quick', '/-/npm/v1/security/audits']) {
    app.post(url, { config }, async (request, reply) => {
      const { caller } = await identify(context, request);
      const uses = await readAuditBody(context, request, caller, treeReader);
      const asked = new Map(
        [...uses].map(([name, all]) => [name, new Set(all.map(({ version }) => version))]),
      );
      const hits = await findHits(context, caller.actor, asked);
      return reply.header('cache-control', 'no-store').send(treeReport(hits, uses));
    });
  }
}
