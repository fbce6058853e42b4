import type { AuditAction } from '../../../domain/audit.ts';

import { alice, type Step } from './cast.ts';

export const accounts = {
  user_register: { by: 'anonymous', do: ({ world }) => world.register() },
  user_login: { by: 'alice', do: ({ world, alice: { username } }) => world.logIn({ username }) },
  user_login_failed: {
    by: 'anonymous',
    do: ({ world, alice: { username } }) =>
      world.ask('POST', '/v1/auth/login', {
        body: { username_or_email: username, password: 'something else' },
        status: 401,
      }),
  },
  session_revoke: {
    by: 'alice',
    async do(cast) {
      const { session_id: id } = await cast.world.logIn(cast.alice);
      await alice(cast, 'DELETE', `/v1/auth/sessions/${String(id)}`);
    },
  },
  user_logout: {
    by: 'alice',
    async do({ world, alice: person }) {
      const { token } = await world.logIn(person);
      await world.ask('POST', '/v1/auth/logout', { as: String(token) });
    },
  },
  user_update: { by: 'alice', do: (cast) => alice(cast, 'PATCH', '/v1/users/me', { bio: 'reads logs' }) },
  token_create: {
    by: 'alice',
    async do(cast) {
      const scopes = ['packages:write', 'repositories:write'];
      const made = await alice(cast, 'POST', '/v1/tokens', { name: 'logged', scopes });
      cast.token = String(made['token']);
    },
  },
  token_revoke: {
    by: 'alice',
    async do(cast) {
      const made = await alice(cast, 'POST', '/v1/tokens', { name: 'brief', scopes: ['tokens:read'] });
      await alice(cast, 'DELETE', `/v1/tokens/${String(made['id'])}`);
    },
  },
} satisfies Partial<Record<AuditAction, Step>>;
