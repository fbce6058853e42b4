import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import type { RouteContext } from '../route-context.ts';
import { findHits, maxNames } from './audit-advisories.ts';
import { readAuditBody } from './audit-body.ts';
import { bulkReport, treeReport } from './audit-report.ts';
import { collectUses } from './audit-tree.ts';
import { identify } from './caller.ts';

const Bulk = z.record(z.string(), z.array(z.string()));

/** `npm audit`, `pnpm audit`, `yarn audit`: from the imported advisories, whether the packages are here or not. */
export function registerAudit(app: FastifyInstance, context: RouteContext): void {
  app.post('/-/npm/v1/security/advisories/bulk', async (request, reply) => {
    const { actor } = await identify(context, request);
    const body = Bulk.safeParse(await readAuditBody(request));
    if (!body.success) throw new DomainError('bad_request', 'the body is no list of versions by name');
    const asked = new Map(Object.entries(body.data).map(([name, versions]) => [name, new Set(versions)]));
    if (asked.size > maxNames) throw new DomainError('too_large', `more than ${maxNames} packages`);
    const hits = await findHits(context, actor, asked);
    return reply.header('cache-control', 'no-store').send(bulkReport(hits));
  });

  for (const url of ['/-/npm/v1/security/audits/quick', '/-/npm/v1/security/audits']) {
    app.post(url, async (request, reply) => {
      const { actor } = await identify(context, request);
      const uses = collectUses(await readAuditBody(request));
      const asked = new Map(
        [...uses].map(([name, all]) => [name, new Set(all.map(({ version }) => version))]),
      );
      const hits = await findHits(context, actor, asked);
      return reply.header('cache-control', 'no-store').send(treeReport(hits, uses));
    });
  }
}
