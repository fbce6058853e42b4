import { authorize, authorizeOwn, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, DomainError, forbidden, notFound } from '../../domain/errors.ts';
import { assertSlug, isReserved, slugReserved, slugTaken } from '../../domain/slugs.ts';
import { internalOfPerson } from '../../domain/visibility.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { targetOf, requireOrganization } from '../organizations/get.ts';
import { findOrganizationById } from '../../store/postgres/organizations/organizations.ts';
import { insertRepository } from '../../store/postgres/packages/repositories.ts';
import type { Platform } from '../platform.ts';

export type NewRepositoryKind = 'public' | 'private' | 'staging' | 'release';
export type NewRepositoryVisibility = 'public' | 'unlisted' | 'private' | 'internal_org';

/** Kinds that repositories may have in the future. */
export type DeferredKind = 'proxy' | 'virtual';

/** The owner; absent: the caller. */
export interface NewOwner {
  orgSlug?: string | undefined;
  orgId?: string | undefined;
  userId?: string | undefined;
}

export interface NewRepository {
  slug: string;
  name: string;
  description: string | null;
  owner: NewOwner;
  kind: NewRepositoryKind | DeferredKind;
  upstreamUrl?: string | null | undefined;
  /** Absent: the default of the kind. */
  visibility?: NewRepositoryVisibility | undefined;
}

export interface CreatedRepository {
  id: string;
  slug: string;
  kind: NewRepositoryKind;
  visibility: NewRepositoryVisibility;
}

/**
 * Creates a repository of the caller, or of an organization that the caller administers.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `name_reserved`,
 * `slug_taken`, `deferred_kind`, `validation_failed`
 */
export async function createRepository(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  wanted: NewRepository,
): Promise<CreatedRepository> {
  const owner = await ownerOf(pool, caller, wanted.owner);
  const { slug, kind } = wanted;
  if (kind === 'proxy' || kind === 'virtual') {
    const detail = `repositories of the kind ${kind} are not served yet`;
    throw aboutInput('kind', new DomainError('deferred_kind', detail));
  }
  const { visibility = kind === 'public' || kind === 'release' ? 'public' : 'private' } = wanted;
  if (visibility === 'internal_org' && owner.ownerOrgId === null) {
    throw internalOfPerson();
  }
  assertSlug(slug);
  if (isReserved(slug)) throw slugReserved(slug);
  const { upstreamUrl = null } = wanted;
  const id = newId();
  await pool.transaction(async (tx) => {
    const isNew = await insertRepository(tx, { ...wanted, id, kind, visibility, upstreamUrl, ...owner });
    if (!isNew) throw slugTaken(slug);
    await writeAudit(tx, {
      action: 'repository_create',
      performer: performedBy(caller),
      ...(owner.ownerUserId === null ? {} : { targetUserId: owner.ownerUserId }),
      targetOrgId: owner.ownerOrgId,
      metadata: { slug, kind, visibility },
    });
  });
  return { id, slug, kind, visibility };
}

async function ownerOf(
  pool: Pool,
  { actor }: Caller,
  { orgSlug, orgId, userId }: NewOwner,
): Promise<{ ownerUserId: string | null; ownerOrgId: string | null }> {
  if (orgSlug === undefined && orgId === undefined) {
    const { userId: own } = authorizeOwn(actor, 'create_repository');
    if (userId !== undefined && userId !== own)
      throw forbidden('you may not create repositories for other people');
    return { ownerUserId: own, ownerOrgId: null };
  }
  requireScopeFor(actor, 'create_repository');
  const organization =
    orgSlug === undefined
      ? await findOrganizationById(pool, orgId ?? '')
      : await requireOrganization(pool, orgSlug);
  if (!organization) throw notFound('organization');
  authorize(actor, 'create_repository', targetOf(organization));
  return { ownerUserId: null, ownerOrgId: organization.id };
}
