import { hostedPackage } from '../../domain/package-address.ts';
import { authorize } from '../../domain/authorize.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import type { UserActor } from '../../domain/actor.ts';
import { isTaken } from '../../domain/deletion.ts';
import type { ClaimPolicy } from '../../domain/namespace.ts';
import { assertWithinQuotas, isBounded, type Quotas } from '../../domain/quotas.ts';
import { DomainError, forbidden, trustedPublishingOnly } from '../../domain/errors.ts';
import { publishRefusal } from '../../domain/publish-refusal.ts';
import { isInFlight } from '../../domain/release.ts';
import type { Format } from '../../ecosystems/format.ts';
import { linkParts } from '../../store/postgres/releases/release-parts.ts';
import { removeDeleted } from '../../store/postgres/releases/deletions.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import { findPerson, rightsOf } from '../../store/postgres/identity/memberships.ts';
import { lockPackageAt, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Queryable, Transaction } from '../../store/postgres/pool.ts';
import {
  deleteRelease,
  findRelease,
  insertRelease,
  type ReleaseRow,
} from '../../store/postgres/releases/releases.ts';
import { countRelease } from '../limits/room.ts';
import { assertTaken } from '../policies/refuse-upload.ts';
import { assertRemovable } from '../releases/removable.ts';
import { assertOpen } from './assert-open.ts';
import { assertNotRevoked, hasLostBuild, lostBuild } from './authority.ts';
import { refusalOf } from './refuse-early.ts';
import { assertOwnFile } from './filename-conflicts.ts';
import { findQuotas, lockUsage, noteBegunRelease } from '../../store/postgres/packages/usage.ts';
import { insertUploader } from '../../store/postgres/releases/release-uploaders.ts';
import { credentialOf, deleteUpload, type UploadRow } from '../../store/postgres/releases/uploads.ts';
import { createOnPublish } from '../packages/create-on-publish.ts';

export interface Naming {
  ecosystem: Format;
  upload: UploadRow;
  nameKey: string;
  namespaceClaims: ClaimPolicy;
}

/**
 * Finds and locks the package of the upload, or creates it for a free name. Checks rights and spellings of publishes
 * and drafts. @throws DomainError `forbidden`, `invalid_name`, `name_too_similar`, `not_found`, `overloaded`
 */
export async function resolvePackage(
  tx: Transaction,
  naming: Naming,
): Promise<{ pkg: PackageRow; isNew: boolean }> {
  const { ecosystem, upload, nameKey } = naming;
  const actor = await loadUploader(tx, upload);
  const pkg = await lockPackageAt(tx, hostedPackage(ecosystem.id, nameKey));
  if (!pkg) return { pkg: await createPackage(tx, naming, actor), isNew: true };
  await assertMayPublish(tx, pkg, actor, upload);
  if (!ecosystem.names.mayRespell(pkg.name, upload.declared.name)) {
    throw new DomainError('invalid_name', `this package is spelled ${pkg.name}`, { existingName: pkg.name });
  }
  return { pkg, isNew: false };
}

/**
 * Returns the uploader with the current rights, within those of the credential at the time of the upload. A credential
 * that was revoked since is refused. @throws DomainError `forbidden`, `token_revoked`
 */
export async function loadUploader(db: Queryable, upload: UploadRow): Promise<UserActor> {
  const { userId, tokenId, tokenKind, boundRepositoryId, boundPackageIds, scopes } = upload.actor;
  const person = await findPerson(db, userId);
  if (!person?.isActive) throw forbidden('this account may not publish');
  await assertNotRevoked(db, upload);
  const grantable = new Set(grantableScopes(person.isAdmin));
  return {
    kind: 'user',
    userId,
    username: person.username,
    isAdmin: person.isAdmin,
    scopes: new Set(scopes.filter((scope) => grantable.has(scope))),
    credential: 'token',
    ...(tokenId === null ? {} : { tokenId }),
    ...(tokenKind === undefined ? {} : { tokenKind }),
    ...(boundRepositoryId === null ? {} : { boundRepositoryId }),
    ...(boundPackageIds === undefined ? {} : { boundPackageIds: new Set(boundPackageIds) }),
    ...(upload.actor.boundTo === undefined ? {} : { boundTo: upload.actor.boundTo }),
    ...rightsOf(person),
  };
}

/**
 * Checks the current rights, not those at the upload: of the addressed repository, of the user, and of a build's
 * trusted publisher. @throws DomainError `forbidden`, `insufficient_scope`, `trusted_publishing_only`
 */
export async function assertMayPublish(
  db: Queryable,
  pkg: PackageRow,
  actor: UserActor,
  upload: UploadRow,
): Promise<void> {
  const { repositorySlug } = upload.actor;
  authorize(actor, 'publish', { ...pkg, refusal: publishRefusal(pkg, actor) });
  if (pkg.trustedPublishingOnly && !upload.actor.isExchanged) throw trustedPublishingOnly(pkg.name);
  if (repositorySlug !== null && repositorySlug !== pkg.repositorySlug) {
    throw forbidden(`${pkg.name} belongs to another repository`);
  }
  if (upload.actor.isExchanged && (await hasLostBuild(db, pkg, credentialOf(upload)))) {
    throw forbidden(lostBuild(pkg));
  }
}

/** First publish of a name: into the addressed or bound repository, else the publisher's first writable one. */
async function createPackage(
  tx: Transaction,
  { ecosystem, upload, nameKey, namespaceClaims }: Naming,
  actor: UserActor,
): Promise<PackageRow> {
  const { repositorySlug, boundRepositoryId } = upload.actor;
  const { name, visibility } = upload.declared;
  const pkg = await createOnPublish(
    tx,
    {
      ecosystem,
      name,
      nameKey,
      visibility,
      repositorySlug,
      boundRepositoryId,
      namespaceClaims,
      performer: upload.actor,
    },
    actor,
  );
  await assertMayPublish(tx, pkg, actor, upload);
  return pkg;
}

/** A release to be created. */
export interface NewPlace {
  ecosystem: Format;
  pkg: PackageRow;
  isNew: boolean;
  upload: UploadRow;
  versionKey: string;
  /** The id of its workflow. */
  workflowId: string;
  /** Absent when quotas are not checked. */
  quotas?: Quotas | undefined;
  /** Whether an unfinished release of this version was left behind; a held one needs a decision. */
  isLeftBehind(existing: ReleaseRow): boolean;
}

/**
 * For an existing package, parts of all uploaders may be used. For a new name only the publisher's own parts count:
 * other users may have uploaded parts under that name. @throws DomainError `part_unknown`
 */
async function claimParts(
  tx: Transaction,
  { ecosystem, pkg, isNew, upload }: NewPlace,
  releaseId: string,
  blobs: readonly { digest: string }[],
): Promise<void> {
  const release = {
    id: releaseId,
    packageId: pkg.id,
    ecosystem: ecosystem.id,
    nameKey: pkg.nameKey,
    broughtBy: isNew ? upload.actor.userId : null,
  };
  const digests = blobs.map(({ digest }) => digest);
  const [missing] = await linkParts(tx, release, digests);
  if (missing === undefined) return;
  throw new DomainError('part_unknown', `the part ${missing} was not uploaded to ${pkg.name}`, {
    digest: missing,
  });
}

/**
 * Creates the upload's release in quarantine, and returns its id.
 * @throws DomainError `version_exists`, `name_taken`, `part_unknown`, `policy_violation`, `forbidden` when it would
 * replace a release that the platform withholds
 */
export async function createRelease(tx: Transaction, place: NewPlace): Promise<string> {
  const { ecosystem, pkg, isNew, upload, versionKey, workflowId } = place;
  const { subject, blobs } = upload.declared;
  const existing = await findRelease(tx, pkg.id, versionKey);
  if (existing && isOurs(existing, upload)) return existing.id;
  if (!isNew) assertOpen(ecosystem, pkg);
  if (existing) {
    const isOver = existing.state === 'rejected' || existing.state === 'deleted';
    if (
      isTaken(existing, ecosystem.deletedVersions) ||
      !(isOver || (isInFlight(existing) && !existing.isHeldByPlatform && place.isLeftBehind(existing)))
    ) {
      throw refusalOf(pkg, existing);
    }
    await assertRemovable(tx, await loadUploader(tx, upload), { packageId: pkg.id, releaseId: existing.id });
    if (existing.state === 'deleted') await removeDeleted(tx, existing.id);
    else await deleteRelease(tx, existing.id);
    await deleteUpload(tx, existing.uploadId);
  }
  const { version } = upload.declared;
  await assertTaken(tx, ecosystem, { packageId: pkg.id, name: pkg.name, version, firstFileAt: null });
  await assertOwnFile(tx, ecosystem, upload.declared);
  const id = newId();
  await insertRelease(tx, {
    id,
    packageId: pkg.id,
    version: upload.declared.version,
    versionKey,
    publishedBy: upload.actor.userId,
    uploadId: upload.id,
    uploadSha256: upload.sha256,
    workflowId,
    subject: subject === undefined ? null : ecosystem.versions.canonical(subject),
  });
  await insertUploader(tx, id, credentialOf(upload));
  await writeAudit(tx, {
    action: 'release_create',
    performer: upload.actor,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    targetReleaseId: id,
    metadata: { ecosystem: ecosystem.id, name: pkg.name, version: upload.declared.version },
  });
  if (blobs !== undefined && blobs.length > 0) await claimParts(tx, place, id, blobs);
  // last, because all publishes of an owner are serialized from here on
  await noteBegunRelease(tx, pkg);
  if (place.quotas) {
    const quotas = await findQuotas(tx, pkg, place.quotas);
    if (isBounded(quotas)) assertWithinQuotas(quotas, await lockUsage(tx, pkg, quotas), { isNew });
  }
  await countRelease(tx, upload.actor.tokenId, { packageId: pkg.id, releaseId: id, isNew });
  return id;
}

/** A repeated step, or a workflow restarted by the reconciler, finds its own release. */
function isOurs(release: ReleaseRow, upload: UploadRow): boolean {
  return release.uploadId === upload.id && isInFlight(release);
}
