import { requireUser } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import {
  countMembers,
  listMembers as findMembers,
  type Member,
  searchMembers as findMatching,
} from '../../store/postgres/organizations/members.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { maySeeMembers, requireOrganization } from './get.ts';
import type { Platform } from '../platform.ts';

export type { Member };

/**
 * Members by name, for members; only for managers of members when the directory is private.
 * @throws DomainError `unauthenticated`, `not_found`
 */
export async function listMembers(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
  window: Window,
): Promise<{ total: number; members: readonly Member[] }> {
  const { id } = await openDirectory(pool, { actor }, slug);
  return { total: await countMembers(pool, id), members: await findMembers(pool, id, window) };
}

/** Members whose names contain the text. @throws as {@link listMembers} */
export async function searchMembers(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
  search: { text: string } & Window,
): Promise<readonly Member[]> {
  const { id } = await openDirectory(pool, { actor }, slug);
  return findMatching(pool, id, search);
}

/** Finds the organization for users who may see its members. @throws DomainError `unauthenticated`, `not_found` */
export async function openDirectory(
  pool: Pool,
  { actor }: Pick<Caller, 'actor'>,
  slug: string,
): Promise<OrganizationRow> {
  const user = requireUser(actor);
  const organization = await requireOrganization(pool, slug);
  if (!maySeeMembers(organization, user)) throw notFound('organization');
  return organization;
}
