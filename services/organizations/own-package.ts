import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { getPackage, type Named } from '../packages/find.ts';
import type { Platform } from '../platform.ts';
import { openWorkspace } from './sections.ts';

/**
 * Checks that the package of a decision on the workspace's security page belongs to the organization, regardless of
 * the caller's rights in others.
 * @throws DomainError `unauthenticated`, `forbidden`, `not_found` also for a package of another owner
 */
export async function assertOwnPackage(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  named: Named,
): Promise<void> {
  const { id } = await openWorkspace(platform, caller, slug, 'security');
  const { pkg } = await getPackage(platform, caller, named);
  if (pkg.ownerOrgId !== id) throw notFound('package');
}
