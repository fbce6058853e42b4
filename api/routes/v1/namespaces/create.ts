import { z } from 'zod';
import { requireUser } from '../../../../domain/actor.ts';
import { callerOf } from '../../../callers.ts';
import { claimNamespace } from '../../../../services/namespaces/claim.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { text } from '../../fields.ts';
import { getEcosystem } from '../packages/params.ts';
import { Namespace, presentClaim } from './present.ts';

const Request = z
  .object({
    ecosystem: z.string(),
    namespace: text(214).min(1).describe('A scope without its @, or the first part of a path'),
    owner_user_id: z.uuid().optional().describe('Default: yourself'),
    owner_org_id: z.uuid().optional(),
  })
  .refine((body) => body.owner_user_id === undefined || body.owner_org_id === undefined, {
    path: ['owner_org_id'],
    message: 'must be absent where owner_user_id is given',
  });

export function registerCreateNamespace(app: Routes, deps: ManagementDeps): void {
  app.post(
    '/v1/namespaces',
    {
      schema: {
        operationId: 'createNamespace',
        tags: ['namespaces'],
        summary: 'Claim a free namespace: nobody else creates packages in it or registers its name',
        security: [{ bearer: [] }],
        body: Request,
        response: { 201: Namespace },
      },
    },
    async (request, reply) => {
      const { namespace, owner_user_id: userId = null, owner_org_id: organizationId = null } = request.body;
      requireUser(request.actor);
      const ecosystem = getEcosystem(deps.ecosystems, request.body.ecosystem);
      const owner = userId === null && organizationId === null ? null : { userId, organizationId };
      const claim = await claimNamespace(deps, callerOf(request, request.actor), {
        ecosystem,
        namespace,
        owner,
      });
      return reply.code(201).send(presentClaim(claim));
    },
  );
}
