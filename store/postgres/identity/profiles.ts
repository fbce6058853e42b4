import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import type { Window } from '../../../domain/paging.ts';
import { usernameKey } from '../../../domain/username.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { placed } from '../keyset.ts';
import { byEcosystemAndName } from '../packages/order.ts';
import { mayWhere, packageRights } from '../packages/rights.ts';
import { shownVisibility } from '../packages/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

const Profile = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
  bio: z.string().nullable(),
  website: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  createdAt: z.date(),
});
/** The public facts of a person, without an address. */
export type PublicProfile = z.infer<typeof Profile>;

/** The profile of an account that is not locked. */
export async function findProfile(
  db: Queryable,
  person: { id: string } | { username: string },
): Promise<PublicProfile | null> {
  const which =
    'id' in person
      ? sql.fragment`users.id = ${person.id}`
      : sql.fragment`users.username_key = ${usernameKey(person.username)}`;
  return db.maybeOne(sql.type(Profile)`
    select users.id, users.username, users.display_name, users.bio, users.website, users.avatar_url, users.created_at
    from users where ${which} and users.is_active
      and (${'id' in person} or not exists (
        select from organization_accounts where organization_accounts.user_id = users.id))`);
}

/** Absent members stay unchanged, null clears. */
export interface ProfileChange {
  displayName?: string | null | undefined;
  bio?: string | null | undefined;
  website?: string | null | undefined;
  avatarUrl?: string | null | undefined;
}

const columns = {
  displayName: 'display_name',
  bio: 'bio',
  website: 'website',
  avatarUrl: 'avatar_url',
} as const;

export async function saveProfile(db: Queryable, userId: string, change: ProfileChange): Promise<void> {
  const assignments = [sql.fragment`updated_at = now()`];
  for (const [member, column] of Object.entries(columns)) {
    const value = change[member as keyof ProfileChange];
    if (value !== undefined) assignments.push(sql.fragment`${sql.identifier([column])} = ${value}`);
  }
  await db.query(sql.typeAlias('void')`
    update users set ${sql.join(assignments, sql.fragment`, `)} where users.id = ${userId}`);
}

const Package = z.object({
  ...placed,
  id: z.string(),
  name: z.string(),
  ecosystem: z.string(),
  description: z.string().nullable(),
  visibility: Visibility,
  latestVersion: z.string().nullable(),
  downloadCount: z.number(),
  isDeprecated: z.boolean(),
  isArchived: z.boolean(),
  createdAt: z.date(),
});
export type PersonsPackage = z.infer<typeof Package>;

/** Packages in the person's own repositories that the actor may know of; by ecosystem and name. */
export async function listPackagesOfPerson(
  db: Queryable,
  actor: Actor,
  userId: string,
  window: Window,
): Promise<readonly PersonsPackage[]> {
  return db.any(sql.type(Package)`
    select packages.id, packages.name, packages.ecosystem, packages.description, ${shownVisibility} as visibility,
      packages.latest_version, packages.download_count, packages.is_deprecated, packages.is_archived, packages.created_at,
      ${byEcosystemAndName.position} as position
    from packages join repositories on repositories.id = packages.repository_id
    where repositories.owner_user_id = ${userId} and ${byEcosystemAndName.behind(window)}
      and ((packages.readable_releases > 0
          and ((packages.visibility = 'public' and repositories.visibility = 'public')
            or ('quarantined' not in (packages.visibility, repositories.visibility)
              and ${mayWhere(actor, 'read', packageRights)})))
        or ${mayWhere(actor, 'oversee', packageRights)})
    ${byEcosystemAndName.page(window)}`);
}
