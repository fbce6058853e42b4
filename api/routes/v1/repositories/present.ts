import { z } from 'zod';
import { RepositoryKind, Visibility } from '../../../../domain/visibility.ts';
import type { RepositoryView } from '../../../../services/repositories/get.ts';
import { Time, time } from '../../fields.ts';

export const Repository = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  kind: RepositoryKind,
  visibility: Visibility,
  owner_user_id: z.string().nullable(),
  owner_org_id: z.string().nullable(),
  owner_username: z.string().nullable(),
  owner_org_slug: z.string().nullable(),
  owner_org_name: z.string().nullable(),
  can_manage: z.boolean(),
  can_create_packages: z.boolean(),
  can_transfer: z.boolean(),
  upstream_url: z.string().nullable(),
  created_at: Time,
  updated_at: Time,
});

export function presentRepository(repository: RepositoryView): z.infer<typeof Repository> {
  return {
    id: repository.id,
    name: repository.name,
    slug: repository.slug,
    description: repository.description,
    kind: repository.kind,
    visibility: repository.visibility,
    owner_user_id: repository.ownerUserId,
    owner_org_id: repository.ownerOrgId,
    owner_username: repository.ownerUsername,
    owner_org_slug: repository.orgSlug,
    owner_org_name: repository.orgName,
    can_manage: repository.canManage,
    can_create_packages: repository.canCreatePackages,
    can_transfer: repository.canTransfer,
    upstream_url: repository.upstreamUrl,
    created_at: time(repository.createdAt),
    updated_at: time(repository.updatedAt),
  };
}
