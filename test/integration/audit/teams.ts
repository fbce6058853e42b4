import type { AuditAction } from '../../../domain/audit.ts';
import { crateOf, orgPath, teamPath, alice, type Step } from './cast.ts';

export const teams = {
  team_create: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'POST', `${orgPath(cast)}/teams`, { name: 'Core', slug: 'core' }),
  },
  team_update: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PATCH', teamPath(cast), { description: 'logged' }),
  },
  team_member_add: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'POST', `${teamPath(cast)}/members`, { username: cast.bob.username }),
  },
  team_package_access_update: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) =>
      alice(cast, 'PUT', `${teamPath(cast)}/package-access/cargo/${crateOf(cast, 'probe')}`, {
        permissions: ['publish'],
      }),
  },
  team_repository_access_update: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) =>
      alice(cast, 'PUT', `${teamPath(cast)}/repository-access/${cast.org.slug}-public`, {
        permissions: ['publish'],
      }),
  },
  team_namespace_access_update: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) =>
      alice(cast, 'PUT', `${teamPath(cast)}/namespace-access/${cast.kept['claim']}`, {
        permissions: ['admin'],
      }),
  },
  team_member_remove: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `${teamPath(cast)}/members/${cast.bob.username}`),
  },
  team_delete: { by: 'alice', isOfOrganization: true, do: (cast) => alice(cast, 'DELETE', teamPath(cast)) },
  namespace_claim_delete: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `/v1/namespaces/${cast.kept['claim']}`),
  },
} satisfies Partial<Record<AuditAction, Step>>;
