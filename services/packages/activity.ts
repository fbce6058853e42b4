import type { Caller } from '../../domain/caller.ts';
import { may } from '../../domain/authorize.ts';
import type { Window } from '../../domain/paging.ts';
import { type Activity as Entry, listPackageActivity } from '../../store/postgres/audit/package-activity.ts';
import { findOrganization } from '../../store/postgres/organizations/organizations.ts';
import { maySeeMembers } from '../organizations/get.ts';
import type { Platform } from '../platform.ts';
import { getPackage, getReleaseOf, type Named } from './find.ts';

/** A performer whom the reader may not know as a member is replaced by their organization. */
export type Activity = Entry & { organization: string | null };

/**
 * The log of a package or of one of its versions, newest first: action, time, performer, kind of credential. Without
 * addresses and hidden versions. @throws DomainError `not_found`
 */
export async function listActivity(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { version, ...named }: Named & { version?: string | undefined },
  window: Window,
): Promise<readonly Activity[]> {
  const { actor } = caller;
  const subject = await getPackage(platform, caller, named);
  const { pkg } = subject;
  const release = version === undefined ? undefined : await getReleaseOf(platform, caller, subject, version);
  const includeUnreleased = may(actor, 'oversee', pkg);
  const filter = { packageId: pkg.id, releaseId: release?.id, includeUnreleased };
  const entries = await listPackageActivity(platform.pool, filter, window);
  const organization = pkg.orgSlug === null ? null : await findOrganization(platform.pool, pkg.orgSlug);
  const isSecret = organization?.memberDirectoryIsPrivate && !maySeeMembers(organization, actor);
  return entries.map((entry) => {
    const hider = isSecret && entry.username !== null ? organization.slug : null;
    return { ...entry, username: hider === null ? entry.username : null, organization: hider };
  });
}
