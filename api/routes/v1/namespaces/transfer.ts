import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import { Namespace, presentClaim } from './present.ts';
import type { Services } from '../../../../services/index.ts';
import { clearedFields, presentCleared } from '../cleared.ts';

export function registerTransferNamespace(app: Routes, services: Services): void {
  app.post(
    '/v1/namespaces/:id/ownership-transfer',
    {
      schema: {
        operationId: 'transferNamespace',
        tags: ['namespaces'],
        summary: 'Give a namespace to an organization; rights of teams on it end',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        body: z.object({ target_org_slug: text(fieldLimits.slug).min(1) }),
        response: {
          200: z.object({
            message: z.string(),
            namespace_claim: Namespace,
            ...clearedFields,
            owner: z.object({ type: z.literal('organization'), id: z.string(), slug: z.string() }),
          }),
        },
      },
    },
    async (request) => {
      const { target_org_slug: slug } = request.body;
      const claim = await services.transfers.namespace(
        callerOf(request, request.actor),
        request.params.id,
        slug,
      );
      return {
        message: `${claim.namespace} belongs to ${slug} now`,
        namespace_claim: presentClaim(claim),
        ...presentCleared(claim.cleared),
        owner: { type: 'organization' as const, id: claim.ownerOrgId ?? '', slug },
      };
    },
  );
}
