import { canRead } from '../../domain/access.ts';
import { requireBinding, requireCreatable, type UserActor } from '../../domain/actor.ts';
import { isPlatformAdmin, may, requireSecondFactor } from '../../domain/authorize.ts';
import { isTaken } from '../../domain/deletion.ts';
import { forbidden, trustedPublishingOnly, versionExists } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import type { TakeAction } from '../limits/actions.ts';
import { assertOpen } from './assert-open.ts';
import { discard, type Staged } from './uploads.ts';

/** What can be refused without starting a workflow; `quarantine` judges again, under the lock. */
export async function refuseEarly(
  pool: Pool,
  ecosystem: Format,
  actor: UserActor,
  key: { nameKey: string; versionKey: string; name: string },
): Promise<PackageRow | null> {
  const pkg = await findPackage(pool, ecosystem.id, key.nameKey);
  if (!pkg) {
    requireCreatable(actor, { ecosystem: ecosystem.id, name: key.name });
    return null;
  }
  if (!may(actor, 'publish', pkg)) {
    const whose = canRead(pkg, actor) ? 'it belongs to somebody else' : 'the name is taken';
    throw forbidden(`you may not publish ${pkg.name}: ${whose}`);
  }
  requireSecondFactor(actor, pkg);
  requireBinding(actor, pkg);
  if (pkg.trustedPublishingOnly && actor.exchangedIn === undefined) throw trustedPublishingOnly(pkg.name);
  assertOpen(ecosystem, pkg);
  const release = await findRelease(pool, pkg.id, key.versionKey);
  if (release && isTaken(release, ecosystem.deletedVersions)) {
    throw versionExists(pkg.name, release.version);
  }
  return pkg;
}

/** A name costs its person one of a few. Whoever runs the platform may bring whole registries. @throws DomainError `rate_limited` */
export async function takeName(
  deps: Staged & { take: TakeAction },
  ecosystem: Format,
  actor: UserActor,
  { nameKey, uploadId }: { nameKey: string; uploadId: string },
): Promise<void> {
  if (isPlatformAdmin(actor)) return;
  try {
    await deps.take('create_name', actor.userId, `${ecosystem.id}:${nameKey}`);
  } catch (error) {
    // no workflow knows of the bytes yet
    await discard(deps, uploadId);
    throw error;
  }
}
