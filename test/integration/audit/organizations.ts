import type { AuditAction } from '../../../domain/audit.ts';
import { uniqueName } from '../../support/crates.ts';
import { orgPath, alice, bob, invite, type Step } from './cast.ts';

export const organizations = {
  org_create: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      const { slug } = cast.org;
      cast.org.id = String((await alice(cast, 'POST', '/v1/orgs', { name: 'Logged', slug }))['id']);
    },
  },
  org_update: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PATCH', orgPath(cast), { description: 'logged' }),
  },
  org_invitation_create: {
    by: 'alice',
    isOfOrganization: true,
    do: invite,
  },
  org_invitation_revoke: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `${orgPath(cast)}/invitations/${cast.kept['invitation']}`),
  },
  org_invitation_decline: {
    by: 'bob',
    isOfOrganization: true,
    async do(cast) {
      await invite(cast);
      await bob(cast, 'POST', `/v1/org-invitations/${cast.kept['invitation']}/decline`);
    },
  },
  org_invitation_accept: {
    by: 'bob',
    isOfOrganization: true,
    async do(cast) {
      await invite(cast);
      await bob(cast, 'POST', `/v1/org-invitations/${cast.kept['invitation']}/accept`);
    },
  },
  org_role_change: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) =>
      alice(cast, 'POST', `${orgPath(cast)}/members`, { username: cast.bob.username, role: 'publisher' }),
  },
  org_member_remove: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `${orgPath(cast)}/members/${cast.bob.username}`),
  },
  org_member_add: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) =>
      alice(cast, 'POST', `${orgPath(cast)}/members`, { username: cast.bob.username, role: 'admin' }),
  },
  repository_create: {
    by: 'alice',
    isOfOrganization: true,
    hasToken: true,
    do: (cast) =>
      cast.world.ask('POST', '/v1/repositories', {
        as: cast.token,
        body: { name: 'Public', slug: `${cast.org.slug}-public`, owner_org_slug: cast.org.slug },
      }),
  },
  repository_update: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      for (const kind of ['staging', 'release']) {
        const slug = `${cast.org.slug}-${kind}`;
        await alice(cast, 'POST', '/v1/repositories', {
          name: kind,
          slug,
          kind,
          owner_org_slug: cast.org.slug,
        });
      }
      await alice(cast, 'PATCH', `/v1/repositories/${cast.org.slug}-public`, { description: 'logged' });
    },
  },
  repository_transfer: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      const slug = `${cast.org.slug}-moved`;
      await alice(cast, 'POST', '/v1/repositories', { name: 'Moved', slug });
      const target_org_slug = cast.org.slug;
      await alice(cast, 'POST', `/v1/repositories/${slug}/ownership-transfer`, { target_org_slug });
    },
  },
  repository_delete: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `/v1/repositories/${cast.org.slug}-moved`),
  },
  namespace_claim_create: {
    by: 'alice',
    async do(cast) {
      const namespace = `com.example.${uniqueName('n').replace('-', '')}`;
      const made = await alice(cast, 'POST', '/v1/namespaces', { ecosystem: 'maven', namespace });
      cast.kept['claim'] = String(made['id']);
    },
  },
  namespace_verify: {
    by: 'alice',
    async do(cast) {
      const path = `/v1/namespaces/${cast.kept['claim']}/verification`;
      const asked = (await alice(cast, 'POST', path)) as { record_names: string[]; record_value: string };
      for (const name of asked.record_names) cast.world.dns.records.set(name, [asked.record_value]);
      await alice(cast, 'POST', `${path}/check`);
    },
  },
  namespace_claim_transfer: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) =>
      alice(cast, 'POST', `/v1/namespaces/${cast.kept['claim']}/ownership-transfer`, {
        target_org_slug: cast.org.slug,
      }),
  },
} satisfies Partial<Record<AuditAction, Step>>;
