import { validate as isUuid } from 'uuid';
import { may } from '../../domain/authorize.ts';
import { requireRecentLogin, requireUser } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import {
  type AttestedBuild,
  isCertificateOf,
  isShown,
  type Vouching,
} from '../../domain/trusted-publisher.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { type ListedPublisher, listPublishers } from '../../store/postgres/identity/trusted-publishers.ts';
import { findUploadRules } from '../policies/refuse-upload.ts';
import { getPackage, getPackageToChange, type Named, addressOf } from './find.ts';
import { addPublishers, type NewPublisher, removePublisher } from './publisher-rules.ts';
import type { Configured, Platform } from '../platform.ts';

export type { ListedPublisher };

/**
 * Builds that may publish a package, for its managers.
 * @throws DomainError `unauthenticated`, `not_found`, `forbidden`
 */
export async function listTrustedPublishers(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<readonly ListedPublisher[]> {
  const user = requireUser(caller.actor);
  const { pkg } = await getPackage(platform, caller, named);
  if (!may(user, 'manage_trust', pkg)) throw forbidden(`you do not manage ${pkg.name}`);
  return listPublishers(platform.pool, pkg.id);
}

/**
 * Adds all publishers or none.
 * @throws DomainError `unauthenticated`, `login_required`, `insufficient_scope`, `not_found`, `forbidden`,
 * `validation_failed`, `duplicate`
 */
export async function addTrustedPublishers(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  named: Named,
  publishers: readonly NewPublisher[],
): Promise<ListedPublisher[]> {
  const { pkg, user } = await getPackageToChange(platform, caller, named, 'publish');
  requireRecentLogin(user, platform.config.auth.recentLoginSeconds);
  const added = await addPublishers(platform, pkg, publishers, performedBy(caller));
  return added.map((publisher) => ({ ...publisher, createdBy: user.username }));
}

/**
 * Removes a publisher, and the rights of its builds.
 * @throws DomainError `unauthenticated`, `login_required`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function removeTrustedPublisher(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  named: Named,
  id: string,
): Promise<void> {
  const { pkg, user } = await getPackageToChange(platform, caller, named, 'manage_trust');
  requireRecentLogin(user, platform.config.auth.recentLoginSeconds);
  if (!isUuid(id)) throw notFound('trusted publisher');
  await removePublisher(platform.pool, pkg, id, performedBy(caller));
}

/**
 * Rates a valid attestation for the package. With the token of a build, the attestation must be of that build; else
 * its certificate must match a trusted publisher. `unknown` for a package without publishers: any user can have a
 * build sign any file.
 */
export async function vouchingOf(
  platform: Pick<Platform, 'pool'>,
  { actor }: Caller,
  named: Named,
  build: AttestedBuild,
): Promise<Vouching> {
  if (actor.kind === 'user' && actor.build !== undefined) {
    return isCertificateOf(actor.build, build) ? 'trusted' : 'foreign';
  }
  const pkg = await findPackage(platform.pool, addressOf(named));
  const publishers = pkg ? await listPublishers(platform.pool, pkg.id) : [];
  if (publishers.length === 0) return 'unknown';
  return publishers.some((publisher) => isShown(publisher, build)) ? 'trusted' : 'foreign';
}

/** Whether policies accept attestations with stored tokens for the package; false for a missing package. */
export async function takesTokenAttestations(
  platform: Pick<Platform, 'pool'>,
  named: Named,
): Promise<boolean> {
  const pkg = await findPackage(platform.pool, addressOf(named));
  return pkg !== null && (await findUploadRules(platform.pool, pkg.id)).takesTokenAttestations;
}
