import { answerLimits } from '../../../domain/limits/answers.ts';
import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { PublisherRules } from '../../../domain/trusted-publisher.ts';
import type { BuildToken } from '../../../domain/build-token.ts';
import { mayMatch, type PublisherColumns, usableFirst } from './publisher-matching.ts';
import { type Queryable, sql } from '../pool.ts';

const Rules = {
  id: z.string(),
  issuer: z.string(),
  subject: z.string().nullable(),
  repository: z.string().nullable(),
  workflowRef: z.string().nullable(),
  environment: z.string().nullable(),
  repositoryOwnerId: z.string().nullable(),
  isOwnerNamed: z.boolean(),
  needsApproval: z.boolean(),
};

const columns = sql.fragment`trusted_publishers.id, trusted_publishers.issuer, trusted_publishers.subject,
  trusted_publishers.repository, trusted_publishers.workflow_ref, trusted_publishers.environment,
  trusted_publishers.repository_owner_id, trusted_publishers.is_owner_named,
  trusted_publishers.needs_approval`;

const ListedPublisher = z.object({ ...Rules, createdBy: z.string(), createdAt: z.date() });
export type ListedPublisher = z.infer<typeof ListedPublisher>;

/** The publishers of one package, oldest first; `createdBy` is a username. */
export async function listPublishers(db: Queryable, packageId: string): Promise<readonly ListedPublisher[]> {
  return db.any(sql.type(ListedPublisher)`
    select ${columns}, users.username as created_by, trusted_publishers.created_at
    from trusted_publishers join users on users.id = trusted_publishers.created_by
    where trusted_publishers.package_id = ${packageId}
    order by trusted_publishers.id`);
}

export interface NewPublisher extends PublisherRules {
  id: string;
  packageId: string;
  createdBy: string;
  needsApproval: boolean;
  /** Null: the first exchange pins the owner. */
  repositoryOwnerId: string | null;
}

const Created = z.object({ createdAt: z.date() });

/** Null if the package has a publisher with the same rules. */
export async function insertPublisher(db: Queryable, publisher: NewPublisher): Promise<Date | null> {
  const { id, packageId, issuer, subject, repository, workflowRef, environment, createdBy, needsApproval } =
    publisher;
  const { repositoryOwnerId: ownerId } = publisher;
  const created = await db.maybeOne(sql.type(Created)`
    insert into trusted_publishers
      (id, package_id, issuer, subject, repository, workflow_ref, environment, created_by,
        needs_approval, repository_owner_id, is_owner_named)
    values (${id}, ${packageId}, ${issuer}, ${subject}, ${repository}, ${workflowRef}, ${environment},
      ${createdBy}, ${needsApproval}, ${ownerId}, ${ownerId !== null})
    on conflict (package_id, issuer, subject, repository, workflow_ref, environment) do nothing
    returning trusted_publishers.created_at`);
  return created && created.createdAt;
}

/**
 * Removes a publisher: its builds can't publish to the package any more. False if the package has no such publisher.
 */
export async function deletePublisher(db: Queryable, packageId: string, id: string): Promise<boolean> {
  const deleted = await db.maybeOne(sql.typeAlias('id')`
    delete from trusted_publishers
    where trusted_publishers.id = ${id} and trusted_publishers.package_id = ${packageId}
    returning trusted_publishers.id`);
  return deleted !== null;
}

/** Whether a publisher of any package of the ecosystem names this issuer. */
export async function isIssuerNamed(db: Queryable, ecosystem: EcosystemId, issuer: string): Promise<boolean> {
  const named = await db.maybeOne(sql.typeAlias('id')`
    select trusted_publishers.id from trusted_publishers
    join packages on packages.id = trusted_publishers.package_id
    where trusted_publishers.issuer = ${issuer} and packages.ecosystem = ${ecosystem}
    union all
    select pending_publishers.id from pending_publishers
    where pending_publishers.issuer = ${issuer} and pending_publishers.ecosystem = ${ecosystem}
    limit 1`);
  return named !== null;
}

const Candidate = z.object({
  ...Rules,
  packageId: z.string(),
  packageName: z.string(),
  nameKey: z.string(),
  repositorySlug: z.string(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  ownerName: z.string(),
  createdBy: z.string(),
  createdByName: z.string(),
});
/** A publisher with the facts for the decision about its package. */
export type CandidatePublisher = z.infer<typeof Candidate>;

/** The maximum number of candidates if no package is named. */
const mostCandidates = answerLimits['trusted builds'].count;

const ofPackages: PublisherColumns = {
  publishers: sql.identifier(['trusted_publishers']),
  ownerUserId: sql.fragment`repositories.owner_user_id`,
  ownerOrgId: sql.fragment`repositories.owner_org_id`,
  targets: sql.fragment`packages.id, packages.repository_id, packages.namespace_id`,
  nameKey: sql.fragment`packages.name_key`,
  ownerName: sql.fragment`coalesce(organizations.slug, owners.username)`,
  repositorySlug: sql.fragment`repositories.slug`,
};

/**
 * Publishers whose rules may match, usable ones first, then the oldest; the domain decides. `of`: all of one package,
 * or those in one repository.
 */
export async function listCandidatePublishers(
  db: Queryable,
  ecosystem: EcosystemId,
  build: BuildToken,
  of: { packageId: string } | { repositoryId: string } | 'any',
): Promise<readonly CandidatePublisher[]> {
  return db.any(sql.type(Candidate)`
    select ${columns}, trusted_publishers.package_id, packages.name as package_name, packages.name_key,
      repositories.slug as repository_slug, packages.repository_id, packages.namespace_id,
      repositories.owner_user_id, repositories.owner_org_id, coalesce(organizations.slug, owners.username) as owner_name, trusted_publishers.created_by,
      users.username as created_by_name
    from trusted_publishers
    join packages on packages.id = trusted_publishers.package_id
    join repositories on repositories.id = packages.repository_id
    join users on users.id = trusted_publishers.created_by
    left join users as owners on owners.id = repositories.owner_user_id
    left join organizations on organizations.id = repositories.owner_org_id
    where packages.ecosystem = ${ecosystem} and ${mayMatch(ofPackages.publishers, build)}
      and ${placeOf(of)}
    order by ${usableFirst(ofPackages, build)}, trusted_publishers.id ${of !== 'any' && 'packageId' in of ? sql.fragment`` : sql.fragment`limit ${mostCandidates}`}`);
}

function placeOf(of: { packageId: string } | { repositoryId: string } | 'any') {
  if (of === 'any') return sql.fragment`true`;
  return 'packageId' in of
    ? sql.fragment`packages.id = ${of.packageId}`
    : sql.fragment`packages.repository_id = ${of.repositoryId}`;
}

const Pinned = z.object({ repositoryOwnerId: z.string().nullable() });

/**
 * Stores the owner at the first exchange and locks the publisher. Returns the pinned owner; null if the publisher
 * does not exist any more.
 */
export async function pinOwner(
  db: Queryable,
  id: string,
  ownerId: string | null,
): Promise<{ repositoryOwnerId: string | null } | null> {
  return db.maybeOne(sql.type(Pinned)`
    update trusted_publishers
    set repository_owner_id = coalesce(trusted_publishers.repository_owner_id, ${ownerId})
    where trusted_publishers.id = ${id}
    returning trusted_publishers.repository_owner_id`);
}
