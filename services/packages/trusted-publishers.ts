import { validate as isUuid } from 'uuid';
import { may } from '../../domain/authorize.ts';
import { requireRecentLogin, requireUser } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import { agrees, type AttestedBuild, isShown } from '../../domain/trusted-publisher.ts';
import type { Change } from '../../store/postgres/notify.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { listPendingPublishers } from '../../store/postgres/identity/pending-publishers.ts';
import {
  type ListedPublisher,
  listPublishers,
  listVouching,
} from '../../store/postgres/identity/trusted-publishers.ts';
import { findUploadRules } from '../policies/refuse-upload.ts';
import { type FindDeps, getPackage, getPackageToChange, type Named, nameKeyOf } from './find.ts';
import { addPublishers, type NewPublisher, removePublisher } from './publisher-rules.ts';

export type { ListedPublisher };

export interface PublishersDeps extends FindDeps {
  /** Issuers of identity tokens beside the well-known ones. */
  oidcIssuers: readonly string[];
  /** How old the log-in may be of whoever changes who may publish. */
  recentLoginSeconds: number;
  announce(change: Change): void;
}

/** Builds that may publish a package; for those who manage it. @throws DomainError `unauthenticated`, `not_found`, `forbidden` */
export async function listTrustedPublishers(
  deps: FindDeps,
  caller: Caller,
  named: Named,
): Promise<readonly ListedPublisher[]> {
  const user = requireUser(caller.actor);
  const { pkg } = await getPackage(deps, caller, named);
  if (!may(user, 'manage_trust', pkg)) throw forbidden(`you do not manage ${pkg.name}`);
  return listPublishers(deps.pool, pkg.id);
}

/** All or none. @throws DomainError `unauthenticated`, `login_required`, `insufficient_scope`, `not_found`, `forbidden`, `validation_failed`, `duplicate` */
export async function addTrustedPublishers(
  deps: PublishersDeps,
  caller: Caller,
  named: Named,
  publishers: readonly NewPublisher[],
): Promise<ListedPublisher[]> {
  const { pkg, user } = await getPackageToChange(deps, caller, named, 'publish');
  requireRecentLogin(user, deps.recentLoginSeconds);
  const added = await addPublishers(deps, pkg, publishers, performedBy(caller));
  return added.map((publisher) => ({ ...publisher, createdBy: user.username }));
}

/** With the tokens it vouched for. @throws DomainError `unauthenticated`, `login_required`, `insufficient_scope`, `not_found`, `forbidden` */
export async function removeTrustedPublisher(
  deps: PublishersDeps,
  caller: Caller,
  { id, ...named }: Named & { id: string },
): Promise<void> {
  const { pkg, user } = await getPackageToChange(deps, caller, named, 'manage_trust');
  requireRecentLogin(user, deps.recentLoginSeconds);
  if (!isUuid(id)) throw notFound('trusted publisher');
  const hashes = await removePublisher(deps.pool, pkg, id, performedBy(caller));
  for (const hash of hashes) deps.announce({ kind: 'token', hash });
}

/**
 * Whether the identity that the caller's token was traded for may have been this build; false for stored tokens. A token
 * of a pending publisher names its organization and package, and nobody vouched for it until the package was there.
 */
export async function isBuildOf(
  deps: FindDeps,
  { actor }: Caller,
  named: Named,
  build: AttestedBuild,
): Promise<boolean> {
  if (actor.kind !== 'user' || actor.tokenId === undefined || actor.exchangedIn === undefined) return false;
  const vouching = await listVouching(deps.pool, actor.tokenId);
  if (vouching.length > 0) return vouching.some((publisher) => agrees(publisher, build));
  const { organizationId } = actor.boundTo ?? {};
  if (typeof organizationId !== 'string') return false;
  const [id, key] = [named.ecosystem.id, nameKeyOf(named)];
  const pending = (await listPendingPublishers(deps.pool, organizationId)).filter(
    ({ ecosystem, nameKey }) => ecosystem === id && nameKey === key,
  );
  // settled in the meantime: it is a publisher of the package
  const pkg = pending.length === 0 ? await findPackage(deps.pool, id, key) : null;
  const settled = pkg?.ownerOrgId === organizationId ? await listPublishers(deps.pool, pkg.id) : [];
  return [...pending, ...settled].some((publisher) => agrees(publisher, build));
}

/** Whether one of the package's publishers may have been this build; of a package without any, every build. */
export async function allowsBuild(deps: FindDeps, named: Named, build: AttestedBuild): Promise<boolean> {
  const pkg = await findPackage(deps.pool, named.ecosystem.id, nameKeyOf(named));
  const publishers = pkg ? await listPublishers(deps.pool, pkg.id) : [];
  return publishers.length === 0 || publishers.some((publisher) => agrees(publisher, build));
}

/** Whether the certificate alone shows that this build is one of the package's publishers; false for a package without any. */
export async function arePublishersShown(
  deps: FindDeps,
  named: Named,
  build: AttestedBuild,
): Promise<boolean> {
  const pkg = await findPackage(deps.pool, named.ecosystem.id, nameKeyOf(named));
  const publishers = pkg ? await listPublishers(deps.pool, pkg.id) : [];
  return publishers.some((publisher) => isShown(publisher, build));
}

/** Whether policies let stored tokens bring attestations to the package; false where it is not there. */
export async function takesTokenAttestations(deps: FindDeps, named: Named): Promise<boolean> {
  const pkg = await findPackage(deps.pool, named.ecosystem.id, nameKeyOf(named));
  return pkg !== null && (await findUploadRules(deps.pool, pkg.id)).takesTokenAttestations;
}
