import { requireUser } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { refusalToManage } from '../../domain/refusal-to-manage.ts';
import type { Platform } from '../platform.ts';
import { getPackage, type Named } from './find.ts';
import { type PackagePage, pageOf } from './page.ts';
import { isManager, managing, rightsOnPackage } from './rights.ts';

/**
 * The package for its managers. @throws DomainError `unauthenticated`, `not_found` for strangers, `forbidden` with the
 * needed roles for members and holders of other rights
 */
export async function managementOf(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<PackagePage> {
  const user = requireUser(caller.actor);
  const subject = await getPackage(platform, caller, named);
  if (isManager(rightsOnPackage(user, subject.pkg))) return pageOf(platform, caller, subject);
  const { id, name, ownerOrgId, repositoryId, namespaceId } = subject.pkg;
  const ids = [id, repositoryId, namespaceId];
  throw refusalToManage(user, { kind: 'package', name, ownerOrgId, ids }, managing);
}
