import { authorizeOnPlatform } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import { type Held, listHeld } from '../../store/postgres/releases/held-releases.ts';
import { requireMembership } from '../organizations/teams.ts';
import type { Platform } from '../platform.ts';

export type { Held };

/**
 * Held releases and files of the whole platform, oldest first.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`
 */
export async function listHeldReleases(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  window: Window,
): Promise<readonly Held[]> {
  authorizeOnPlatform(actor, 'read_jobs');
  return listHeld(pool, actor, {}, window);
}

/**
 * Held releases and files of an organization, for packages that the caller oversees.
 * @throws DomainError `unauthenticated`, `not_found`
 */
export async function listHeldOfOrganization(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  window: Window,
): Promise<readonly Held[]> {
  const { id } = await requireMembership(pool, caller, slug);
  return listHeld(pool, caller.actor, { organizationId: id }, window);
}
