import { hostedPackage } from '../../domain/package-address.ts';
import { authorize } from '../../domain/authorize.ts';
import { type Performer, requireCreatable, type UserActor } from '../../domain/actor.ts';
import {
  assertMayCreateIn,
  type ClaimPolicy,
  claimantOf,
  decisiveOf,
  type NamespaceStanding,
  stricterPolicy,
} from '../../domain/namespace.ts';
import { DomainError, forbidden, notFound } from '../../domain/errors.ts';
import { similarNames } from '../../domain/similar-names.ts';
import { narrower, type Visibility } from '../../domain/visibility.ts';
import type { Format } from '../../ecosystems/format.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import { placeInNamespace } from '../../store/postgres/packages/namespace-placement.ts';
import { insertNamespace } from '../../store/postgres/packages/namespaces.ts';
import { insertPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import {
  findRepository,
  findWritableRepository,
  type RepositoryRow,
} from '../../store/postgres/packages/repositories.ts';
import { lockStandings } from '../namespaces/standings.ts';
import { listGuardedNames } from '../../store/postgres/packages/similar-names.ts';
import type { Transaction } from '../../store/postgres/pool.ts';

/** A free name, with the properties of its new package. */
export interface NewName {
  ecosystem: Format;
  name: string;
  nameKey: string;
  /** At most as broad as the repository's. Absent: the repository's. */
  visibility?: Visibility | undefined;
  /** Slug of the addressed repository; null: the first one that the actor may write to. */
  repositorySlug: string | null;
  /** The only repository that the credential may write to. */
  boundRepositoryId: string | null;
  namespaceClaims: ClaimPolicy;
  performer: Performer;
  /** Created explicitly: the package stays even without a release. */
  isKept?: boolean;
}

/**
 * Takes a name, by a first publish or explicitly. No other code creates packages.
 * @throws DomainError `forbidden`, `not_found` for the repository, `name_reserved`, `name_too_similar`, `overloaded`
 * when another request is taking it
 */
export async function createOnPublish(
  tx: Transaction,
  newName: NewName,
  actor: UserActor,
): Promise<PackageRow> {
  const { ecosystem, name, nameKey, repositorySlug, boundRepositoryId } = newName;
  requireCreatable(actor, { ecosystem: ecosystem.id, name });
  const standings = await lockStandings(tx, ecosystem, nameKey);
  assertMayCreateIn(standings, actor, stricterPolicy(newName.namespaceClaims, ecosystem.namespaces.claims));
  const standing = decisiveOf(standings);
  const preferredOrgId = (standing?.owner ?? standing?.namesakes)?.organizationId ?? null;
  const repository =
    repositorySlug === null
      ? await findWritableRepository(tx, actor, boundRepositoryId, preferredOrgId)
      : await findRepository(tx, repositorySlug);
  if (!repository)
    throw repositorySlug === null
      ? forbidden('you have no repository to publish to')
      : notFound('repository');
  await assertNotTooSimilar(tx, newName, repository);
  const id = newId();
  const pkg = await insertPackage(tx, {
    id,
    repositoryId: repository.id,
    address: hostedPackage(ecosystem.id, nameKey),
    name,
    visibility: narrower(newName.visibility ?? repository.visibility, repository.visibility),
    isKept: newName.isKept === true,
  });
  // a concurrent request has just taken the name: the retry finds the package and checks its owner
  if (!pkg) throw new DomainError('overloaded', 'the name was taken by a concurrent request');
  const refusal = `you may not publish ${pkg.name}: the right to publish in the repository ${pkg.repositorySlug} is missing`;
  authorize(actor, 'publish', { ...pkg, refusal });
  if (standing) {
    await settleNamespace(tx, newName, { actor, repository, standing });
    const namespaces = ecosystem.namespaces.of(nameKey);
    await placeInNamespace(tx, { id, ecosystem: ecosystem.id, namespaces });
  }
  await writeAudit(tx, {
    action: 'package_create',
    performer: newName.performer,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: id,
    metadata: { ecosystem: ecosystem.id, name: pkg.name },
  });
  return pkg;
}

/**
 * A new name must not be mistaken for a popular package. Only public packages are compared, so a refusal does not
 * reveal a hidden one.
 */
async function assertNotTooSimilar(
  tx: Transaction,
  { ecosystem, nameKey }: NewName,
  owner: RepositoryRow,
): Promise<void> {
  const guarded = await listGuardedNames(tx, { ecosystem: ecosystem.id, nameKey }, owner);
  const [closest] = similarNames(nameKey, guarded);
  if (closest === undefined) return;
  throw new DomainError(
    'name_too_similar',
    `the name can be mistaken for ${closest.name}, which belongs to another account`,
    { existingName: closest.name },
  );
}

interface Placing {
  actor: UserActor;
  repository: RepositoryRow;
  standing: NamespaceStanding;
}

/**
 * Claims a free namespace for the owner of its first package. A namespace below an organization's belongs to that
 * organization: otherwise a user who leaves would keep it. @throws DomainError `forbidden`
 */
async function settleNamespace(
  tx: Transaction,
  { ecosystem, performer }: NewName,
  { actor, repository, standing }: Placing,
): Promise<void> {
  const { namespace } = standing;
  const owner = standing.owner ?? claimantOf(standing, actor, repository);
  if (owner.organizationId !== null && owner.organizationId !== repository.ownerOrgId) {
    throw forbidden(`the namespace ${namespace} is an organization's: publish to one of its repositories`);
  }
  if (standing.owner !== null) return;
  const id = newId();
  const isOurs = await insertNamespace(tx, { id, ecosystem: ecosystem.id, namespace, owner });
  // the retry finds the owner
  if (!isOurs) throw new DomainError('overloaded', 'the namespace was taken by a concurrent request');
  await writeAudit(tx, {
    action: 'namespace_claim_create',
    performer,
    targetOrgId: owner.organizationId,
    metadata: { namespace_id: id, ecosystem: ecosystem.id, namespace },
  });
}
