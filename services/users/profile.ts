import { authorizeOwn } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { usernameKey } from '../../domain/username.ts';
import type { Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  findProfile,
  listPackagesOfPerson,
  type PersonsPackage,
  type ProfileChange,
  type PublicProfile,
  saveProfile,
} from '../../store/postgres/identity/profiles.ts';
import {
  type HeldRepository,
  listHeldRepositories,
} from '../../store/postgres/packages/held-repositories.ts';
import type { Platform } from '../platform.ts';

export type { PersonsPackage, ProfileChange, PublicProfile };

/** @throws DomainError `not_found`, also for a locked account */
export async function getPublicProfile(
  { pool }: Pick<Platform, 'pool'>,
  person: { id: string } | { username: string },
): Promise<PublicProfile> {
  const profile = await findProfile(pool, person);
  if (!profile) throw notFound('user');
  return profile;
}

/** Changes the caller's profile. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden` */
export async function updateOwnProfile(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  change: ProfileChange,
): Promise<PublicProfile> {
  const { userId } = authorizeOwn(caller.actor, 'edit_account');
  await pool.transaction(async (tx) => {
    await saveProfile(tx, userId, change);
    await writeAudit(tx, {
      action: 'user_update',
      performer: performedBy(caller),
      targetUserId: userId,
      metadata: { changed: Object.keys(change).join(' ') },
    });
  });
  return getPublicProfile({ pool }, { id: userId });
}

/**
 * Changes the profile of a named user, who must be the caller.
 * @throws as {@link updateOwnProfile}, `not_found` for another user
 */
export async function updateProfileNamed(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  username: string,
  change: ProfileChange,
): Promise<PublicProfile> {
  const user = authorizeOwn(caller.actor, 'edit_account');
  if (usernameKey(user.username) !== usernameKey(username)) throw notFound('user');
  return updateOwnProfile({ pool }, caller, change);
}

/** @throws DomainError `not_found` */
export async function listPackagesOf(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  username: string,
  window: Window,
): Promise<readonly PersonsPackage[]> {
  const { id } = await getPublicProfile({ pool }, { username });
  return listPackagesOfPerson(pool, actor, id, window);
}

/**
 * Repositories of the user that listings show the caller, and those that the caller manages; by slug.
 * @throws DomainError `not_found`
 */
export async function listRepositoriesOf(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  username: string,
  window: Window,
): Promise<readonly HeldRepository[]> {
  const { id } = await getPublicProfile({ pool }, { username });
  return listHeldRepositories(pool, actor, { ...window, userId: id });
}
