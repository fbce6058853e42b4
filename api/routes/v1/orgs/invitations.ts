import { z } from 'zod';
import { type Invitation as InvitationRow } from '../../../../services/invitations/manage.ts';
import { daysOf } from '../../../../domain/limits.ts';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { Email } from '../../../../domain/username.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { WantedRole } from './present.ts';
import type { Services } from '../../../../services/index.ts';

const Status = z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired']);

export const Invitation = z.object({
  id: z.string(),
  org_slug: z.string(),
  invited_user: z
    .object({
      id: z.string().nullable(),
      username: z.string().nullable(),
      email: z.string().nullable().describe('The address that was invited'),
    })
    .describe('Who was invited by an address is not known before they answer'),
  role: z.string(),
  status: Status,
  expires_at: Time,
  created_at: Time,
});

const Wanted = z.object({
  username_or_email: text(fieldLimits['mail address'])
    .min(1)
    .refine(
      (name) => !name.includes('@') || Email.safeParse(name).success,
      'must be a username or an e-mail address',
    )
    .describe(
      'An address is invited whether it has an account or not; the account that has confirmed it may answer',
    ),
  role: WantedRole.default('viewer'),
  expires_in_days: z.int().min(1).max(daysOf(fieldLimits['invitation lifetime'])).default(7),
});

export function presentInvitation(invitation: InvitationRow): z.infer<typeof Invitation> {
  return {
    id: invitation.id,
    org_slug: invitation.organizationSlug,
    invited_user: { id: invitation.userId, username: invitation.username, email: invitation.address },
    role: invitation.role,
    status: invitation.status,
    expires_at: time(invitation.expiresAt),
    created_at: time(invitation.createdAt),
  };
}

/** For managers of the members of an organization. */
export function registerInvitations(app: Routes, services: Services): void {
  const shared = { tags: ['organizations'], security: [{ bearer: [] }] };
  const params = z.object({ slug: z.string() });

  app.get(
    '/v1/orgs/:slug/invitations',
    {
      schema: {
        ...shared,
        operationId: 'listInvitations',
        summary: 'Open invitations, newest first; for administrators',
        params,
        querystring: z.object({
          ...paging(20),
          include_inactive: z.stringbool().default(false).describe('Also those that are answered or expired'),
        }),
        response: { 200: z.object({ ...pageFields, invitations: z.array(Invitation) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const window = { ...page.window, includesInactive: request.query.include_inactive };
      const caller = callerOf(request, request.actor);
      const found = await services.invitations.list(caller, request.params.slug, window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, invitations: shown.map(presentInvitation) };
    },
  );

  app.post(
    '/v1/orgs/:slug/invitations',
    {
      schema: {
        ...shared,
        operationId: 'inviteMember',
        summary: 'Invite a person, who decides; for administrators',
        params,
        body: Wanted,
        response: { 201: Invitation.extend({ next_step: z.string() }) },
      },
    },
    async (request, reply) => {
      const { username_or_email: usernameOrEmail, role, expires_in_days: expiresInDays } = request.body;
      const caller = callerOf(request, request.actor);
      const wanted = { usernameOrEmail, role, expiresInDays };
      const invitation = await services.invitations.invite(caller, request.params.slug, wanted);
      const { id, username } = invitation;
      const reader = username ?? `the account with the confirmed address ${usernameOrEmail}`;
      const next_step = `${reader} accepts with POST /v1/org-invitations/${id}/accept`;
      return reply.code(201).send({ ...presentInvitation(invitation), next_step });
    },
  );

  app.delete(
    '/v1/orgs/:slug/invitations/:id',
    {
      schema: {
        ...shared,
        operationId: 'revokeInvitation',
        summary: 'Take an open invitation back; for administrators',
        params: z.object({ slug: z.string(), id: text(fieldLimits.id) }),
        response: { 200: z.object({ message: z.string(), id: z.string(), status: z.literal('revoked') }) },
      },
    },
    async (request) => {
      const { slug, id } = request.params;
      await services.invitations.revoke(callerOf(request, request.actor), slug, id);
      return { message: 'the invitation is revoked', id, status: 'revoked' as const };
    },
  );
}
