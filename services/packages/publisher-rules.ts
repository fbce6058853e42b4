import type { Performer } from '../../domain/actor.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { PublisherRules } from '../../domain/trusted-publisher.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool, Transaction } from '../../store/postgres/pool.ts';
import {
  deletePublisher,
  insertPublisher,
  type ListedPublisher,
} from '../../store/postgres/identity/trusted-publishers.ts';
import { isTrustedBy } from '../../store/postgres/identity/oidc-issuers.ts';
import { isKnownIssuer } from '../identity/oidc/issuers.ts';
import type { Configured, Platform } from '../platform.ts';

export type NewPublisher = PublisherRules & { needsApproval: boolean; repositoryOwnerId: string | null };
export type AddedPublisher = Omit<ListedPublisher, 'createdBy'>;

/**
 * Adds all publishers or none; the performer must be a user with the right.
 * @throws DomainError `validation_failed`, `duplicate`
 */
export async function addPublishers(
  { pool, config }: Pick<Platform, 'pool'> & Configured<'auth'>,
  pkg: PackageRow,
  wanted: readonly NewPublisher[],
  performer: Performer & { userId: string | null },
): Promise<AddedPublisher[]> {
  for (const { issuer } of wanted) {
    const isOwn = pkg.ownerOrgId !== null && (await isTrustedBy(pool, pkg.ownerOrgId, issuer));
    if (!isOwn && !isKnownIssuer(issuer, config.auth.oidcIssuers)) throw unknownIssuer(issuer);
  }
  return pool.transaction(async (tx) => {
    const added: AddedPublisher[] = [];
    for (const rules of wanted) added.push(await addPublisher(tx, pkg, rules, performer));
    return added;
  });
}

async function addPublisher(
  tx: Transaction,
  pkg: PackageRow,
  rules: NewPublisher,
  performer: Performer,
): Promise<AddedPublisher> {
  if (performer.userId === null) throw new Error('publishers are named by people');
  const id = newId();
  const createdAt = await insertPublisher(tx, {
    ...rules,
    id,
    packageId: pkg.id,
    createdBy: performer.userId,
  });
  if (!createdAt) throw new DomainError('duplicate', `${pkg.name} has this trusted publisher already`);
  const { issuer, subject, repository, workflowRef, environment, needsApproval } = rules;
  await writeAudit(tx, {
    action: 'trusted_publisher_create',
    performer,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    metadata: {
      publisher_id: id,
      issuer,
      subject,
      repository,
      workflow_ref: workflowRef,
      environment,
      needs_approval: needsApproval,
      repository_owner_id: rules.repositoryOwnerId,
    },
  });
  return { ...rules, id, isOwnerNamed: rules.repositoryOwnerId !== null, createdAt };
}

/** Removes a publisher; its builds lose the right to write the package at once. @throws DomainError `not_found` */
export async function removePublisher(
  pool: Pool,
  pkg: PackageRow,
  id: string,
  performer: Performer,
): Promise<void> {
  await pool.transaction(async (tx) => {
    if (!(await deletePublisher(tx, pkg.id, id))) throw notFound('trusted publisher');
    await writeAudit(tx, {
      action: 'trusted_publisher_delete',
      performer,
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      metadata: { publisher_id: id },
    });
  });
}

export const unknownIssuer = (issuer: string) =>
  new DomainError(
    'validation_failed',
    `builds of ${issuer} are not trusted here: its organization or OIDC_ISSUERS adds issuers`,
    {
      errors: [{ path: 'issuer', code: 'unknown', message: 'not a well-known or configured issuer' }],
    },
  );
