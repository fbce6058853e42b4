import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import type { Routes } from '../../routes.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { withoutOtherName } from '../packages/params.ts';
import { Namespace, presentClaim } from './present.ts';
import type { Services } from '../../../../services/index.ts';

const Query = z.object({
  ecosystem: z.string().max(fieldLimits.ecosystem.characters).transform(withoutOtherName).optional(),
  owner_user_id: z.uuid().optional(),
  owner_org_id: z.uuid().optional(),
  verified: z.stringbool().optional(),
  ...paging(20),
});

const Page = z.object({
  ...pageFields,
  has_next: z.boolean(),
  namespaces: z.array(Namespace),
});

export function registerListNamespaces(app: Routes, services: Services): void {
  app.get(
    '/v1/namespaces',
    {
      schema: {
        operationId: 'listNamespaces',
        tags: ['namespaces'],
        summary: 'Claimed namespaces, by name: your own, and those in which you see a package',
        security: [{ bearer: [] }],
        querystring: Query,
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const filter = {
        ecosystem: query.ecosystem,
        ownerUserId: query.owner_user_id,
        ownerOrgId: query.owner_org_id,
        isVerified: query.verified,
      };
      const page = openPage(request);
      const claims = await services.namespaces.list(request.actor, filter, page.window);
      const { shown, fields } = page.close(reply, claims);
      return { ...fields, has_next: fields.next_cursor !== null, namespaces: shown.map(presentClaim) };
    },
  );
}
