import { type Caller, performedBy } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { listOwners } from '../../store/postgres/packages/owners.ts';
import {
  grantMaintainer,
  listMaintainers,
  listUsersNamed,
  revokeMaintainer,
} from '../../store/postgres/packages/package-grants.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import type { EcosystemScope } from './scope.ts';

/** {@link RouteContext.setMaintainers} */
export async function setMaintainers(
  scope: EcosystemScope,
  caller: Caller,
  name: string,
  usernames: readonly string[],
): Promise<void> {
  const { deps, ecosystem } = scope;
  const { pkg } = await scope.getWritablePackage(caller, name, 'administer');
  const changed: string[] = [];
  await deps.catalog.changePackage(pkg.id, async (tx) => {
    const { added, removed } = await findDifference(tx, pkg, usernames);
    if (added.length + removed.length === 0) return unchanged;
    for (const { userId } of added) await grantMaintainer(tx, pkg.id, userId);
    for (const { userId } of removed) await revokeMaintainer(tx, pkg.id, userId);
    for (const person of [...added, ...removed]) {
      changed.push(person.userId);
      await writeAudit(tx, {
        action: added.includes(person) ? 'package_maintainer_add' : 'package_maintainer_remove',
        performer: performedBy(caller),
        targetUserId: person.userId,
        targetOrgId: pkg.ownerOrgId,
        targetPackageId: pkg.id,
        metadata: { ecosystem: ecosystem.id, name: pkg.name, username: person.username },
      });
    }
    return undefined;
  });
  for (const userId of changed) deps.onUserChanged(userId);
  if (changed.length > 0) await scope.afterChange(pkg);
}

/** Who may publish by owning the package, or through its organization, needs no grant and loses none. */
async function findDifference(tx: Transaction, pkg: PackageRow, usernames: readonly string[]) {
  const wanted = await listUsersNamed(tx, usernames);
  const known = new Set(wanted.map(({ username }) => username.toLowerCase()));
  const missing = usernames.find((name) => !known.has(name.toLowerCase()));
  if (missing !== undefined) throw notFound(`user ${missing}`);
  const current = await listMaintainers(tx, pkg.id);
  const granted = new Set(current.map(({ userId }) => userId));
  const may = new Set((await listOwners(tx, pkg)).map(({ username }) => username));
  const kept = new Set(wanted.map(({ userId }) => userId));
  return {
    added: wanted.filter(({ userId, username }) => !granted.has(userId) && !may.has(username)),
    removed: current.filter(({ userId }) => !kept.has(userId)),
  };
}
