import { z } from 'zod';
import { type AccessFacts, canReadDocuments } from '../../../../domain/access.ts';
import { may } from '../../../../domain/authorize.ts';
import type { Actor } from '../../../../domain/actor.ts';
import { RepositoryKind, Visibility } from '../../../../domain/visibility.ts';
import type { RepositoryPage } from '../../../../store/postgres/packages/repository-page.ts';
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
  created_at: Time,
  updated_at: Time,
});

/** A repository is visible as a released package with its own visibility would be. */
export function isVisibleRepository(repository: RepositoryPage, actor: Actor): boolean {
  const facts = factsOf(repository);
  return canReadDocuments(facts, actor) || may(actor, 'oversee', facts);
}

export function presentRepository(repository: RepositoryPage, actor: Actor): z.infer<typeof Repository> {
  const facts = factsOf(repository);
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
    can_manage: may(actor, 'administer', facts),
    can_create_packages: may(actor, 'publish', facts),
    created_at: time(repository.createdAt),
    updated_at: time(repository.updatedAt),
  };
}

function factsOf(repository: RepositoryPage): AccessFacts {
  return { ...repository, packageId: null, repositoryVisibility: repository.visibility, readableReleases: 1 };
}
