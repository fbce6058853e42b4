import type { AuditAction } from '../../../domain/audit.ts';
import { crateOf, decideSeen, packagePath, alice, stageNew, reason, release, type Step } from './cast.ts';

export const releases = {
  package_update: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PATCH', packagePath(cast, 'probe'), { description: 'logged' }),
  },
  package_visibility_change: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PATCH', packagePath(cast, 'probe'), { visibility: 'unlisted' }),
  },
  release_yank: {
    by: 'alice',
    isOfOrganization: true,
    hasToken: true,
    do: (cast) =>
      cast.world.ask('DELETE', `/cargo/api/v1/crates/${crateOf(cast, 'probe')}/1.0.0/yank`, {
        headers: { authorization: cast.token },
      }),
  },
  release_unyank: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PUT', `${packagePath(cast, 'probe')}${release}/unyank`),
  },
  release_deprecate: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PUT', `${packagePath(cast, 'probe')}${release}/deprecate`, { message: 'old' }),
  },
  release_undeprecate: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PUT', `${packagePath(cast, 'probe')}${release}/undeprecate`),
  },
  release_hold: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'POST', `${packagePath(cast, 'probe')}${release}/hold`, reason),
  },
  release_approve: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => decideSeen(cast, 'probe', 'approve', reason),
  },
  release_reject: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      await stageNew(cast, 'rejected');
      await alice(cast, 'POST', `${packagePath(cast, 'rejected')}${release}/reject`, reason);
    },
  },
  release_promote: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      await stageNew(cast, 'promoted');
      const repository_slug = `${cast.org.slug}-release`;
      await decideSeen(cast, 'promoted', 'promote', { repository_slug });
    },
  },
  release_delete: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `${packagePath(cast, 'second')}${release}`, reason),
  },
} satisfies Partial<Record<AuditAction, Step>>;
