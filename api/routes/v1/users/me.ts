import { z } from 'zod';
import { type Actor, requireUser } from '../../../../domain/actor.ts';
import type { Routes } from '../../routes.ts';
import { Time, time } from '../../fields.ts';
import type { Services } from '../../../../services/index.ts';

export const Me = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  display_name: z.string().nullable(),
  bio: z.string().nullable(),
  website: z.string().nullable(),
  avatar_url: z.string().nullable(),
  mfa_enabled: z.boolean(),
  is_admin: z.boolean(),
  scopes: z.array(z.string()).describe('What the credential of this request allows'),
  created_at: Time,
});

export function registerGetMe(app: Routes, services: Services): void {
  app.get(
    '/v1/users/me',
    {
      schema: {
        operationId: 'getMe',
        tags: ['users'],
        summary: 'Your own profile',
        security: [{ bearer: [] }],
        response: { 200: Me },
      },
    },
    async (request) => showMe(services, request.actor),
  );
}

/** The caller's own profile, with its private members. @throws DomainError `unauthenticated` */
export async function showMe(services: Services, actor: Actor): Promise<z.infer<typeof Me>> {
  const { scopes } = requireUser(actor);
  const user = await services.identity.getAccount(actor);
  const profile = await services.users.getPublicProfile({ id: user.id });
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    email_verified: user.isEmailVerified,
    display_name: user.displayName,
    bio: profile.bio,
    website: profile.website,
    avatar_url: profile.avatarUrl,
    mfa_enabled: user.mfaEnabled,
    is_admin: user.isAdmin,
    scopes: [...scopes],
    created_at: time(user.createdAt),
  };
}
