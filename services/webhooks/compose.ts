import { canReadDocuments, isListed } from '../../domain/access.ts';
import type { UserActor } from '../../domain/actor.ts';
import { isReadable, type Release } from '../../domain/release.ts';
import type { Formats } from '../../ecosystems/format.ts';
import { sharedMount } from '../../ecosystems/mounts.ts';
import type { NativeMessage } from '../../ecosystems/traits.ts';
import { findPerson, rightsOf } from '../../store/postgres/identity/memberships.ts';
import { countDownloadsByVersion } from '../../store/postgres/packages/download-days.ts';
import { findPackageById, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findReleaseById } from '../../store/postgres/releases/releases.ts';
import type { WaitingMessage } from '../../store/postgres/webhooks/deliveries.ts';
import type { Configured, Platform } from '../platform.ts';

/** The message of a delivery; null for the webhook of a user who may not see the event, or no longer. */
export async function composeMessage(
  platform: Pick<Platform, 'pool' | 'ecosystems'> & Configured<'http'>,
  message: WaitingMessage,
): Promise<NativeMessage | null> {
  const { userId, packageId, releaseId, body } = message;
  if (userId === null) return { headers: {}, body };
  if (packageId === null || releaseId === null) return null;
  const [reader, pkg, release] = await Promise.all([
    findReader(platform.pool, userId),
    findPackageById(platform.pool, packageId),
    findReleaseById(platform.pool, releaseId),
  ]);
  if (!reader || !pkg || !release || !isReadable(release)) return null;
  const mayKnow = message.isOfOnePackage ? canReadDocuments(pkg, reader) : isListed(pkg, reader);
  if (!mayKnow) return null;
  return composeNative(platform, { pkg, release, secret: message.secret });
}

/** The message in the format of the ecosystem's protocol; null when it has none. */
export async function composeNative(
  {
    pool,
    ecosystems,
    config,
  }: Pick<Platform, 'pool'> & { ecosystems: Pick<Formats, 'get'> } & Configured<'http'>,
  { pkg, release, secret }: { pkg: PackageRow; release: Release; secret: string },
): Promise<NativeMessage | null> {
  const baseUrl = config.http.publicUrl;
  const format = ecosystems.get(pkg.ecosystem);
  const { url: mountUrl } = sharedMount(format, baseUrl);
  const downloads = await countDownloadsByVersion(pool, pkg.id);
  const told = { package: pkg, release, downloads, mountUrl, baseUrl, secret };
  return format.nativeMessage?.(told) ?? null;
}

/** The user as a reader, without a credential; null once deactivated. */
async function findReader(pool: Pool, userId: string): Promise<UserActor | null> {
  const person = await findPerson(pool, userId);
  if (!person?.isActive) return null;
  const { username, isAdmin } = person;
  return {
    kind: 'user',
    userId,
    username,
    isAdmin,
    scopes: new Set(),
    credential: 'token',
    ...rightsOf(person),
  };
}
