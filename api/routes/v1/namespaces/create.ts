import { z } from 'zod';
import { requireUser } from '../../../../domain/actor.ts';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import { getEcosystem } from '../packages/params.ts';
import { Namespace, presentClaim } from './present.ts';
import type { Services } from '../../../../services/index.ts';

const Request = z
  .object({
    ecosystem: z.string(),
    namespace: text(fieldLimits.namespace)
      .min(1)
      .describe('A scope without its @, or the first part of a path'),
    owner_user_id: z.uuid().optional().describe('Default: yourself'),
    owner_org_id: z.uuid().optional(),
    owner_org_slug: text(fieldLimits.slug)
      .optional()
      .describe('The organization by its name instead of its id'),
  })
  .refine(
    (body) =>
      [body.owner_user_id, body.owner_org_id, body.owner_org_slug].filter((owner) => owner !== undefined)
        .length <= 1,
    { path: ['owner_org_id'], message: 'must be absent where another owner is given' },
  );

export function registerCreateNamespace(app: Routes, services: Services): void {
  app.post(
    '/v1/namespaces',
    {
      schema: {
        operationId: 'createNamespace',
        tags: ['namespaces'],
        summary: 'Claim a free namespace: no other account creates packages in it or registers its name',
        security: [{ bearer: [] }],
        body: Request,
        response: { 201: Namespace },
      },
    },
    async (request, reply) => {
      const { namespace, owner_user_id: userId = null, owner_org_slug: slug } = request.body;
      requireUser(request.actor);
      const organizationId =
        slug === undefined
          ? (request.body.owner_org_id ?? null)
          : (await services.organizations.get(request.actor, slug)).id;
      const ecosystem = getEcosystem(services.ecosystems, request.body.ecosystem);
      const owner = userId === null && organizationId === null ? null : { userId, organizationId };
      const claim = await services.namespaces.claim(callerOf(request, request.actor), {
        ecosystem,
        namespace,
        owner,
      });
      return reply.code(201).send(presentClaim(claim));
    },
  );
}
