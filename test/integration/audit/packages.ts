import type { AuditAction } from '../../../domain/audit.ts';
import { buildNupkg } from '../../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../../support/crates.ts';
import { packagePath, alice, publishNew, release, type Step } from './cast.ts';

export const packages = {
  package_create: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      cast.kept['taken'] = uniqueName('taken');
      await alice(cast, 'POST', '/v1/packages', {
        ecosystem: 'cargo',
        name: cast.kept['taken'],
        repository_slug: `${cast.org.slug}-public`,
      });
    },
  },
  release_create: {
    by: 'alice',
    isOfOrganization: true,
    hasToken: true,
    do: (cast) => publishNew(cast, 'probe'),
  },
  release_submit: {
    by: 'alice',
    isOfOrganization: true,
    hasToken: true,
    do: (cast) => publishNew(cast, 'second'),
  },
  release_publish: {
    by: 'alice',
    isOfOrganization: true,
    hasToken: true,
    do: (cast) => publishNew(cast, 'third'),
  },
  artifact_upload: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      const id = `Logged.${uniqueName('p')}`;
      const path = `/v1/packages/nuget/${id}`;
      const repository_slug = `${cast.org.slug}-public`;
      await alice(cast, 'POST', '/v1/packages', { ecosystem: 'nuget', name: id, repository_slug });
      await alice(cast, 'POST', `${path}/releases`, { version: '1.0.0' });
      const file = buildNupkg({ id, version: '1.0.0' });
      await alice(cast, 'PUT', `${path}${release}/artifacts/${id.toLowerCase()}.1.0.0.nupkg`, file);
    },
  },
  tag_set: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PUT', `${packagePath(cast, 'probe')}/tags/stable`, { version: '1.0.0' }),
  },
  tag_delete: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `${packagePath(cast, 'probe')}/tags/stable`),
  },
} satisfies Partial<Record<AuditAction, Step>>;
