import { hostedPackage } from '../../domain/package-address.ts';
import { requireBinding, requireCreatable, type UserActor } from '../../domain/actor.ts';
import { isPlatformAdmin, may, requireSecondFactor } from '../../domain/authorize.ts';
import { isTaken } from '../../domain/deletion.ts';
import {
  type DomainError,
  forbidden,
  trustedPublishingOnly,
  versionExists,
  versionUsedUp,
} from '../../domain/errors.ts';
import { publishRefusal } from '../../domain/publish-refusal.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import type { ConsumeLimit } from '../limits/actions.ts';
import { assertOpen } from './assert-open.ts';
import { discard, type Staged } from './uploads.ts';

/** Refuses what needs no workflow to be refused; `acceptPublish` checks again, under the lock. */
export async function refuseEarly(
  pool: Pool,
  ecosystem: Format,
  actor: UserActor,
  key: { nameKey: string; versionKey: string; name: string },
): Promise<PackageRow | null> {
  const pkg = await findTarget(pool, ecosystem, actor, key);
  if (!pkg) return null;
  assertOpen(ecosystem, pkg);
  const release = await findRelease(pool, pkg.id, key.versionKey);
  if (release && isTaken(release, ecosystem.deletedVersions)) {
    throw refusalOf(pkg, release);
  }
  return pkg;
}

/** Why a version can't be published. */
export function refusalOf(pkg: { name: string }, release: { version: string; state: string }): DomainError {
  return (release.state === 'deleted' ? versionUsedUp : versionExists)(pkg.name, release.version);
}

/**
 * Returns the package under a name, for a caller who may publish it; null when the caller may take the name.
 * @throws DomainError `forbidden`, `insufficient_scope`, `trusted_publishing_only`, `mfa_enrolment_required`
 */
export async function findTarget(
  pool: Pool,
  ecosystem: Format,
  actor: UserActor,
  { nameKey, name }: { nameKey: string; name: string },
): Promise<PackageRow | null> {
  const pkg = await findPackage(pool, hostedPackage(ecosystem.id, nameKey));
  if (!pkg) {
    requireCreatable(actor, { ecosystem: ecosystem.id, name });
    return null;
  }
  if (!may(actor, 'publish', pkg)) throw forbidden(publishRefusal(pkg, actor));
  requireSecondFactor(actor, pkg);
  requireBinding(actor, pkg);
  if (pkg.trustedPublishingOnly && actor.exchangedIn === undefined) throw trustedPublishingOnly(pkg.name);
  return pkg;
}

/**
 * Counts a new name for the limit of its user. Administrators may import whole registries.
 * @throws DomainError `rate_limited`
 */
export async function takeName(
  platform: Staged & { consumeLimit: ConsumeLimit },
  ecosystem: Format,
  actor: UserActor,
  { nameKey, uploadId }: { nameKey: string; uploadId: string },
): Promise<void> {
  if (isPlatformAdmin(actor)) return;
  try {
    await platform.consumeLimit('create_name', actor.userId, `${ecosystem.id}:${nameKey}`);
  } catch (error) {
    // no workflow uses the bytes yet
    await discard(platform, uploadId);
    throw error;
  }
}
