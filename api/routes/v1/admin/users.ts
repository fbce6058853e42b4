import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { type Account } from '../../../../services/users/administer.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time, timeOrNull } from '../../fields.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  display_name: z.string().nullable(),
  is_admin: z.boolean(),
  is_active: z.boolean(),
  mfa_enabled: z.boolean(),
  created_at: Time,
  last_seen_at: Time.nullable(),
});

function present(account: Account): z.infer<typeof User> {
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    email_verified: account.isEmailVerified,
    display_name: account.displayName,
    is_admin: account.isAdmin,
    is_active: account.isActive,
    mfa_enabled: account.mfaEnabled,
    created_at: time(account.createdAt),
    last_seen_at: timeOrNull(account.lastSeenAt),
  };
}

const Query = z.object({
  ...paging(50),
  query: text(fieldLimits['mail address']).optional().describe('What a name or an address begins with'),
  is_active: z.stringbool().optional(),
  is_admin: z.stringbool().optional(),
});

/** For administrators of the platform. */
export function registerAdminUsers(app: Routes, services: Services): void {
  const shared = { tags: ['admin'], security: [{ bearer: [] }] };

  app.get(
    '/v1/admin/users',
    {
      schema: {
        ...shared,
        operationId: 'listUsers',
        summary: 'Accounts, by name',
        querystring: Query,
        response: { 200: z.object({ ...pageFields, users: z.array(User) }) },
      },
    },
    async (request, reply) => {
      const { query = null, is_active = null, is_admin = null } = request.query;
      const filter = { text: query, isActive: is_active, isAdmin: is_admin };
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const found = await services.users.listAccounts(caller, filter, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, users: shown.map(present) };
    },
  );

  app.patch(
    '/v1/admin/users/:id',
    {
      schema: {
        ...shared,
        operationId: 'updateUser',
        summary: 'Lock an account, make it an administrator, or take its second factor away',
        params: z.object({ id: text(fieldLimits.id) }),
        body: z.object({
          is_active: z
            .boolean()
            .optional()
            .describe('false: every credential of the account is worth nothing'),
          is_admin: z.boolean().optional(),
          reset_mfa: z.boolean().optional(),
        }),
        response: { 200: User },
      },
    },
    async (request) => {
      const { is_active: isActive, is_admin: isAdmin, reset_mfa: resetsSecondFactor } = request.body;
      const caller = callerOf(request, request.actor);
      return present(
        await services.users.changeAccount(caller, request.params.id, {
          isActive,
          isAdmin,
          resetsSecondFactor,
        }),
      );
    },
  );
}
