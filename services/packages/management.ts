import { requireUser } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { refusalToManage } from '../../domain/refusal-to-manage.ts';
import type { Platform } from '../platform.ts';
import type { Named } from './find.ts';
import { getPackagePage, type PackagePage } from './page.ts';
import { isManager, managing } from './rights.ts';

/** A package for its managers, with the possible changes. */
export type PackageManagement = PackagePage;

/**
 * The package for its managers. @throws DomainError `unauthenticated`, `not_found` for strangers, `forbidden` with the
 * needed roles for members and holders of other rights
 */
export async function managementOf(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<PackageManagement> {
  const user = requireUser(caller.actor);
  const page = await getPackagePage(platform, caller, named);
  if (isManager(page)) return page;
  const { id, name, ownerOrgId, repositoryId, namespaceId } = page.pkg;
  const ids = [id, repositoryId, namespaceId];
  throw refusalToManage(user, { kind: 'package', name, ownerOrgId, ids }, managing);
}
