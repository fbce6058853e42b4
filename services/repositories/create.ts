import { authorize, authorizeOwn, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { isReserved } from '../../domain/slugs.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { targetOf, requireOrganization } from '../organizations/get.ts';
import { insertRepository } from '../../store/postgres/packages/repositories.ts';

export type NewRepositoryKind = 'public' | 'private' | 'staging' | 'release';
export type NewRepositoryVisibility = 'public' | 'unlisted' | 'private';

export interface NewRepository {
  slug: string;
  name: string;
  description: string | null;
  /** Absent: the caller's own. */
  ownerOrgSlug?: string | undefined;
  kind: NewRepositoryKind;
  /** Absent: that of the kind. */
  visibility?: NewRepositoryVisibility | undefined;
}

export interface CreatedRepository {
  id: string;
  slug: string;
  kind: NewRepositoryKind;
  visibility: NewRepositoryVisibility;
}

/**
 * One of the caller's own, or of an organization that they administer.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `name_reserved`, `slug_taken`
 */
export async function createRepository(
  pool: Pool,
  caller: Caller,
  wanted: NewRepository,
): Promise<CreatedRepository> {
  const owner = await ownerOf(pool, caller, wanted.ownerOrgSlug);
  const { slug, kind } = wanted;
  const { visibility = kind === 'public' || kind === 'release' ? 'public' : 'private' } = wanted;
  if (isReserved(slug)) throw new DomainError('name_reserved', `the slug ${slug} is reserved`);
  const id = newId();
  await pool.transaction(async (tx) => {
    const isNew = await insertRepository(tx, { ...wanted, id, visibility, ...owner });
    if (!isNew) throw new DomainError('slug_taken', `the slug ${slug} is taken`);
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
  orgSlug: string | undefined,
): Promise<{ ownerUserId: string | null; ownerOrgId: string | null }> {
  if (orgSlug === undefined) {
    return { ownerUserId: authorizeOwn(actor, 'create_repository').userId, ownerOrgId: null };
  }
  requireScopeFor(actor, 'create_repository');
  const organization = await requireOrganization(pool, orgSlug);
  authorize(actor, 'create_repository', targetOf(organization));
  return { ownerUserId: null, ownerOrgId: organization.id };
}
