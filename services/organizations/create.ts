import { authorizeOwn } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { notFound, onInput } from '../../domain/errors.ts';
import { assertSlug, isPage, isReserved, slugReserved, slugTaken } from '../../domain/slugs.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import { saveMember } from '../../store/postgres/organizations/members.ts';
import {
  insertOrganization,
  type OrganizationFacts,
} from '../../store/postgres/organizations/organizations.ts';
import { lockName } from '../../store/postgres/packages/namespaces.ts';
import { assertUnusedName } from '../identity/register.ts';
import type { Platform } from '../platform.ts';

/**
 * Creates an organization whose first owner is the caller. The slug must not be a user's name, nor a namespace of
 * another owner; a namespace of the caller stays the caller's.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `name_reserved`, `slug_taken`, `rate_limited`
 */
export async function createOrganization(
  { pool, consumeLimit, announce }: Pick<Platform, 'pool' | 'announce' | 'consumeLimit'>,
  caller: Caller,
  wanted: OrganizationFacts & { slug: string },
): Promise<{ id: string; slug: string }> {
  const { userId } = authorizeOwn(caller.actor, 'create_organization');
  const { slug } = wanted;
  assertSlug(slug);
  if (isReserved(slug) || isPage(slug)) throw slugReserved(slug);
  await consumeLimit('create_name', userId, `organization:${slug}`);
  const id = newId();
  await pool.transaction(async (tx) => {
    await lockName(tx, slug);
    if (await findUserByName(tx, slug)) throw slugTaken(slug);
    await onInput('slug', assertUnusedName(tx, slug, userId));
    if (!(await insertOrganization(tx, { ...wanted, id }))) throw slugTaken(slug);
    if (!(await saveMember(tx, id, { userId, role: 'owner' }))) throw notFound('user');
    await writeAudit(tx, {
      action: 'org_create',
      performer: performedBy(caller),
      targetOrgId: id,
      metadata: { slug },
    });
  });
  announce({ kind: 'user', id: userId });
  return { id, slug };
}
