import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

const Organization = z.object({ id: z.string(), slug: z.string(), name: z.string() });

const Invitation = z.object({
  id: z.string(),
  org: Organization,
  role: z.string(),
  status: z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired']),
  invited_by: z.object({ id: z.string(), username: z.string() }).nullable(),
  expires_at: Time,
  created_at: Time,
  actionable: z.boolean().describe('Whether you can accept or decline it'),
});

/** For the invited person. */
export function registerOwnInvitations(app: Routes, services: Services): void {
  const shared = { tags: ['organizations'], security: [{ bearer: [] }] };
  const params = z.object({ id: text(fieldLimits.id) });

  app.get(
    '/v1/org-invitations',
    {
      schema: {
        ...shared,
        operationId: 'listOwnInvitations',
        summary: 'Your invitations, newest first',
        querystring: z.object({ ...paging(20), include_inactive: z.stringbool().default(false) }),
        response: { 200: z.object({ ...pageFields, invitations: z.array(Invitation) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const window = { ...page.window, includesInactive: request.query.include_inactive };
      const found = await services.invitations.listOwn(callerOf(request, request.actor), window);
      const { shown, fields } = page.close(reply, found);
      return {
        ...fields,
        invitations: shown.map(({ invitedBy, inviterName, ...invitation }) => ({
          id: invitation.id,
          org: {
            id: invitation.organizationId,
            slug: invitation.organizationSlug,
            name: invitation.organizationName,
          },
          role: invitation.role,
          status: invitation.status,
          invited_by:
            invitedBy === null || inviterName === null ? null : { id: invitedBy, username: inviterName },
          expires_at: time(invitation.expiresAt),
          created_at: time(invitation.createdAt),
          actionable: invitation.status === 'pending',
        })),
      };
    },
  );

  app.post(
    '/v1/org-invitations/:id/accept',
    {
      schema: {
        ...shared,
        operationId: 'acceptInvitation',
        summary: 'Join the organization',
        params,
        response: { 200: z.object({ message: z.string(), org: Organization, role: z.string() }) },
      },
    },
    async (request) => {
      const accepted = await services.invitations.accept(callerOf(request, request.actor), request.params.id);
      const { organizationId: id, organizationSlug: slug, organizationName: name, role } = accepted;
      return { message: `you are a member of ${slug} now`, org: { id, slug, name }, role };
    },
  );

  app.post(
    '/v1/org-invitations/:id/decline',
    {
      schema: {
        ...shared,
        operationId: 'declineInvitation',
        summary: 'Stay outside',
        params,
        response: { 200: z.object({ message: z.string(), id: z.string() }) },
      },
    },
    async (request) => {
      const { id } = await services.invitations.decline(callerOf(request, request.actor), request.params.id);
      return { message: 'the invitation is declined', id };
    },
  );
}
