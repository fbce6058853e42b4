import { authorizeOwn } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { isReserved } from '../../domain/slugs.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { insertRepository } from '../../store/postgres/packages/repositories.ts';

export type NewRepositoryKind = 'public' | 'private' | 'staging';
export type NewRepositoryVisibility = 'public' | 'unlisted' | 'private';

export interface NewRepository {
  slug: string;
  name: string;
  description: string | null;
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

/** One of the caller's own. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `name_reserved`, `slug_taken` */
export async function createRepository(
  pool: Pool,
  caller: Caller,
  wanted: NewRepository,
): Promise<CreatedRepository> {
  const { userId } = authorizeOwn(caller.actor, 'create_repository');
  const { slug, kind } = wanted;
  const { visibility = kind === 'public' ? 'public' : 'private' } = wanted;
  if (isReserved(slug)) throw new DomainError('name_reserved', `the slug ${slug} is reserved`);
  const id = newId();
  await pool.transaction(async (tx) => {
    const isNew = await insertRepository(tx, { ...wanted, id, visibility, ownerUserId: userId });
    if (!isNew) throw new DomainError('slug_taken', `the slug ${slug} is taken`);
    await writeAudit(tx, {
      action: 'repository_create',
      performer: performedBy(caller),
      targetUserId: userId,
      metadata: { slug, kind, visibility },
    });
  });
  return { id, slug, kind, visibility };
}
