import { requireRecentLogin, type UserActor } from '../../domain/actor.ts';
import { isPlatformAdmin, may } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError, forbidden } from '../../domain/errors.ts';
import type { Action } from '../../domain/permissions.ts';
import { internalOfPerson, isBroader, type Visibility, visibilityRefused } from '../../domain/visibility.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import {
  type PackageChange,
  updatePackage as writePackage,
} from '../../store/postgres/packages/package-write.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listReleaseSummaries } from '../../store/postgres/releases/release-summaries.ts';
import { type Accepted, approveArrival, nothingAccepted } from '../policies/arrivals.ts';
import { afterChange, type AfterChange } from './after-change.ts';
import { getPackage, getPackageToChange, type Named, type Subject } from './find.ts';
import type { Configured, Platform } from '../platform.ts';
import { auditTarget } from './audit-target.ts';

/**
 * Changes the texts or the visibility of a package; absent and equal members change nothing. Returns the changed
 * package. Releases that get more readers are judged by the policies in force, as for a promotion; `accepted`: see
 * {@link approveArrival}.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `login_required`,
 * `visibility_too_broad`, `validation_failed`, `policy_violation`
 */
export async function updatePackage(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange> & Configured<'auth'>,
  caller: Caller,
  named: Named,
  wanted: PackageChange,
  accepted: Accepted = nothingAccepted,
): Promise<Subject> {
  const { user, ...subject } = await getPackageToChange(platform, caller, named, actionsOf(wanted));
  const { pkg } = subject;
  const change = withOtherIndexes(subject, wanted);
  // otherwise a token that may not publish could give itself that right
  const isOpened = pkg.trustedPublishingOnly && change.trustedPublishingOnly === false;
  if (isOpened) requireRecentLogin(user, platform.config.auth.recentLoginSeconds);
  const result = await platform.catalog.changePackage(pkg.id, async (tx, locked) => {
    const differing = findDifferences(locked, change);
    if (Object.keys(differing).length === 0) return unchanged;
    return applyChange(tx, caller, { pkg: locked, user, accepted }, differing);
  });
  if (result !== unchanged) await afterChange(platform, pkg);
  return getPackage(platform, caller, named);
}

/** One of these rights is needed at the start; the actual differences are checked one by one, under the lock. */
function actionsOf(change: PackageChange): Action[] {
  const members = Object.entries(change).filter(([, value]) => value !== undefined);
  const administered = members.filter(([member]) => isAdministered(member)).length;
  if (administered > 0 && administered === members.length) return ['administer'];
  return administered === 0 && members.length > 0 ? ['edit'] : ['edit', 'administer'];
}

/**
 * Members that determine who sees the package, whether it takes files, and with which other indexes clients mix it.
 */
const isAdministered = (member: string) =>
  ['visibility', 'isArchived', 'tracks', 'alternateLocations'].includes(member);

/** The members of the change that differ; undefined members stay as they are. */
function findDifferences(pkg: PackageRow, change: PackageChange): PackageChange {
  const current = new Map<string, unknown>(Object.entries(pkg));
  const differing = Object.entries(change).filter(
    ([member, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(current.get(member)),
  );
  return Object.fromEntries(differing);
}

async function applyChange(
  tx: Transaction,
  caller: Caller,
  { pkg, user, accepted }: { pkg: PackageRow; user: UserActor; accepted: Accepted },
  { visibility, ...others }: PackageChange,
): Promise<void> {
  const fields = Object.keys(others);
  if (fields.length > 0) {
    assertMayEdit(pkg, others, user);
    await writeAudit(tx, {
      ...auditTarget(caller, pkg),
      action: 'package_update',
      metadata: { fields: fields.join(' ') },
    });
  }
  if (visibility !== undefined) {
    assertMayShow(pkg, visibility, user);
    // a package that leaves a quarantine was judged before the quarantine
    if (pkg.visibility !== 'quarantined' && isBroader(visibility, pkg.visibility)) {
      await judgeShown(tx, caller, { pkg, user, accepted });
    }
    await writeAudit(tx, {
      ...auditTarget(caller, pkg),
      action: 'package_visibility_change',
      metadata: { from: pkg.visibility, to: visibility },
    });
  }
  await writePackage(tx, pkg.id, { ...others, visibility });
}

/** Judges every release that readers can see. @throws DomainError `policy_violation`, `forbidden` */
async function judgeShown(
  tx: Transaction,
  caller: Caller,
  { pkg, user, accepted }: { pkg: PackageRow; user: UserActor; accepted: Accepted },
): Promise<void> {
  await approveArrival(tx, caller, {
    place: { id: pkg.repositoryId, slug: pkg.repositorySlug },
    user,
    accepted,
    reason: null,
    packages: [
      { pkg, releases: await listReleaseSummaries(tx, pkg.id, []), mayDecide: may(user, 'triage', pkg) },
    ],
  });
}

function assertMayEdit(pkg: PackageRow, change: PackageChange, user: UserActor): void {
  const fields = Object.keys(change);
  const isEdited = fields.some((field) => !isAdministered(field));
  if (isEdited && !may(user, 'edit', pkg)) throw forbidden(`you may not edit ${pkg.name}`);
  if (fields.some(isAdministered) && !may(user, 'administer', pkg)) {
    throw forbidden(`you may not administer ${pkg.name}`);
  }
  // otherwise publishers could make clients mix their files into a foreign project (PEP 708)
  if (change.tracks !== undefined && !isPlatformAdmin(user)) {
    throw forbidden('only platform administrators say which projects elsewhere this registry adds to');
  }
}

/**
 * Converts the addresses of other indexes to the form that the index sends to clients.
 * @throws DomainError `validation_failed`
 */
function withOtherIndexes({ ecosystem, pkg }: Subject, change: PackageChange): PackageChange {
  const { tracks, alternateLocations } = change;
  const written = (urls: readonly string[]) => [
    ...new Set(
      urls.map((url) => {
        if (ecosystem.otherIndex) return ecosystem.otherIndex(url, pkg.nameKey);
        throw new DomainError('validation_failed', `the index of ${ecosystem.title} names no other indexes`);
      }),
    ),
  ];
  return {
    ...change,
    ...(tracks === undefined ? {} : { tracks: written(tracks) }),
    ...(alternateLocations === undefined ? {} : { alternateLocations: written(alternateLocations) }),
  };
}

function assertMayShow(pkg: PackageRow, visibility: Visibility, user: UserActor): void {
  if (!may(user, 'administer', pkg))
    throw visibilityRefused('forbidden', `you may not change the visibility of ${pkg.name}`);
  const isQuarantine = pkg.visibility === 'quarantined' || visibility === 'quarantined';
  if (isQuarantine && !isPlatformAdmin(user)) {
    const detail = 'only platform administrators can put packages into quarantine or remove them from it';
    throw visibilityRefused('forbidden', detail);
  }
  if (isBroader(visibility, pkg.repositoryVisibility)) {
    const detail = `the repository ${pkg.repositorySlug} is ${pkg.repositoryVisibility}: its packages can't be ${visibility}`;
    throw visibilityRefused('visibility_too_broad', detail);
  }
  if (visibility === 'internal_org' && pkg.ownerOrgId === null) {
    throw internalOfPerson();
  }
}
