import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { listMissingUsers, listOwners } from '../../store/postgres/packages/owners.ts';
import {
  grantMaintainer,
  listMaintainers,
  listUsersNamed,
  revokeMaintainer,
} from '../../store/postgres/packages/package-grants.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { afterChange, type AfterChange } from './after-change.ts';
import { getPublished, getPackageToChange, type Named } from './find.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from './audit-target.ts';

/** Users who may publish, each with a number that fits u32; null when the caller sees no such package. */
export async function listPackageOwners(platform: Pick<Platform, 'pool'>, caller: Caller, named: Named) {
  const pkg = await getPublished(platform, caller, named);
  return listOwners(platform.pool, pkg);
}

/** @throws DomainError `not_found` with the first login that does not exist */
export async function requireUsers(
  { pool }: Pick<Platform, 'pool'>,
  usernames: readonly string[],
): Promise<void> {
  const [missing] = await listMissingUsers(pool, usernames);
  if (missing !== undefined) throw notFound(`user ${missing}`);
}

/**
 * Replaces all maintainers; the owner always stays.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found` also with the first login that does not
 * exist, `forbidden`
 */
export function setMaintainers(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  usernames: readonly string[],
): Promise<void> {
  return applyDifference(platform, caller, named, (tx, pkg) => findDifference(tx, pkg, usernames));
}

/** Adds and removes users; concurrent changes by others are kept. @throws as {@link setMaintainers} */
export function changeMaintainers(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): Promise<void> {
  return applyDifference(platform, caller, named, async (tx, pkg) => {
    const leaving = new Set(remove.map((name) => name.toLowerCase()));
    const current = (await listMaintainers(tx, pkg.id)).map(({ username }) => username);
    const staying = current.filter((username) => !leaving.has(username.toLowerCase()));
    return findDifference(tx, pkg, [...staying, ...add]);
  });
}

/** Runs under the package's lock. */
async function applyDifference(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  find: (tx: Transaction, pkg: PackageRow) => ReturnType<typeof findDifference>,
): Promise<void> {
  const { pkg } = await getPackageToChange(platform, caller, named, 'administer');
  const changed: string[] = [];
  await platform.catalog.changePackage(pkg.id, async (tx) => {
    const { added, removed } = await find(tx, pkg);
    if (added.length + removed.length === 0) return unchanged;
    for (const { userId, username } of added) {
      if (!(await grantMaintainer(tx, pkg.id, userId))) throw notFound(`user ${username}`);
    }
    for (const { userId } of removed) await revokeMaintainer(tx, pkg.id, userId);
    for (const person of [...added, ...removed]) {
      changed.push(person.userId);
      await writeAudit(tx, {
        ...auditTarget(caller, pkg),
        action: added.includes(person) ? 'package_maintainer_add' : 'package_maintainer_remove',
        targetUserId: person.userId,
        metadata: { ecosystem: pkg.ecosystem, name: pkg.name, username: person.username },
      });
    }
    return undefined;
  });
  for (const id of changed) platform.announce({ kind: 'user', id });
  if (changed.length > 0) await afterChange(platform, pkg);
}

/** Users who may publish as owner or through the organization get no grant and lose none. */
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
