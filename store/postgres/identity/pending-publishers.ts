import { answerLimits } from '../../../domain/limits/answers.ts';
import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { everything, type Window } from '../../../domain/paging.ts';
import type { PublisherRules } from '../../../domain/trusted-publisher.ts';
import type { BuildToken } from '../../../domain/build-token.ts';
import { mayMatch, type PublisherColumns, usableFirst } from './publisher-matching.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';

const Pending = z.object({
  ...placed,
  id: z.string(),
  organizationId: z.string(),
  organizationSlug: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  nameKey: z.string(),
  issuer: z.string(),
  subject: z.string().nullable(),
  repository: z.string().nullable(),
  workflowRef: z.string().nullable(),
  environment: z.string().nullable(),
  repositoryOwnerId: z.string().nullable(),
  createdBy: z.string(),
  createdByName: z.string(),
  createdAt: z.date(),
});
/** A build that may create a package. */
export type PendingPublisher = z.infer<typeof Pending>;

const oldestFirst = keyset(
  { value: sql.fragment`pending_publishers.created_at`, type: 'timestamptz' },
  { value: sql.fragment`pending_publishers.id`, type: 'uuid' },
);

const pending = sql.fragment`
  select pending_publishers.id, pending_publishers.organization_id, organizations.slug as organization_slug,
    pending_publishers.ecosystem,
    pending_publishers.name, pending_publishers.name_key, pending_publishers.issuer, pending_publishers.subject,
    pending_publishers.repository, pending_publishers.workflow_ref, pending_publishers.environment,
    pending_publishers.repository_owner_id, pending_publishers.created_by, users.username as created_by_name,
    pending_publishers.created_at, ${oldestFirst.position} as position
  from pending_publishers join users on users.id = pending_publishers.created_by
  join organizations on organizations.id = pending_publishers.organization_id`;

/** Oldest first. */
export async function listPendingPublishers(
  db: Queryable,
  organizationId: string,
  window: Window = everything,
): Promise<readonly PendingPublisher[]> {
  return db.any(sql.type(Pending)`
    ${pending} where pending_publishers.organization_id = ${organizationId} and ${oldestFirst.behind(window)}
    ${oldestFirst.page(window)}`);
}

/** The maximum number of candidates if no package is named. */
const mostCandidates = answerLimits['expected builds'].count;

const ofNames: PublisherColumns = {
  publishers: sql.identifier(['pending_publishers']),
  ownerUserId: null,
  ownerOrgId: sql.fragment`pending_publishers.organization_id`,
  targets: null,
  nameKey: sql.fragment`pending_publishers.name_key`,
  ownerName: sql.fragment`organizations.slug`,
  repositorySlug: null,
};

/**
 * Pending publishers whose rules may match, usable ones first, then the oldest; the domain decides. `of`: all for one
 * name, or those of one organization.
 */
export async function listPendingFor(
  db: Queryable,
  ecosystem: EcosystemId,
  build: BuildToken,
  of: { nameKey: string } | { organizationId: string } | 'any',
): Promise<readonly PendingPublisher[]> {
  return db.any(sql.type(Pending)`
    ${pending}
    where pending_publishers.ecosystem = ${ecosystem} and ${mayMatch(ofNames.publishers, build)}
      and ${placeOf(of)}
    order by ${usableFirst(ofNames, build)}, pending_publishers.id ${of !== 'any' && 'nameKey' in of ? sql.fragment`` : sql.fragment`limit ${mostCandidates}`}`);
}

function placeOf(of: { nameKey: string } | { organizationId: string } | 'any') {
  if (of === 'any') return sql.fragment`true`;
  return 'nameKey' in of
    ? sql.fragment`pending_publishers.name_key = ${of.nameKey}`
    : sql.fragment`pending_publishers.organization_id = ${of.organizationId}`;
}

export type NewPending = PublisherRules & {
  id: string;
  organizationId: string;
  ecosystem: EcosystemId;
  name: string;
  nameKey: string;
  repositoryOwnerId: string | null;
  createdBy: string;
};

/** False if one with the same rules exists. */
export async function insertPending(db: Queryable, publisher: NewPending): Promise<boolean> {
  const { id, organizationId, ecosystem, name, nameKey, issuer, subject, repository } = publisher;
  const { workflowRef, environment, repositoryOwnerId, createdBy } = publisher;
  const created = await db.maybeOne(sql.typeAlias('id')`
    insert into pending_publishers (id, organization_id, ecosystem, name, name_key, issuer, subject, repository,
      workflow_ref, environment, repository_owner_id, created_by)
    values (${id}, ${organizationId}, ${ecosystem}, ${name}, ${nameKey}, ${issuer}, ${subject}, ${repository},
      ${workflowRef}, ${environment}, ${repositoryOwnerId}, ${createdBy})
    on conflict do nothing returning pending_publishers.id`);
  return created !== null;
}

/** False if the organization has no such publisher. */
export async function deletePending(db: Queryable, organizationId: string, id: string): Promise<boolean> {
  const deleted = await db.maybeOne(sql.typeAlias('id')`
    delete from pending_publishers
    where pending_publishers.organization_id = ${organizationId} and pending_publishers.id = ${id}
    returning pending_publishers.id`);
  return deleted !== null;
}

const Pinned = z.object({ repositoryOwnerId: z.string().nullable() });

/** Stores the owner at the first exchange. Returns the pinned owner; null if the publisher does not exist any more. */
export async function pinPendingOwner(
  db: Queryable,
  id: string,
  ownerId: string | null,
): Promise<z.infer<typeof Pinned> | null> {
  return db.maybeOne(sql.type(Pinned)`
    update pending_publishers
    set repository_owner_id = coalesce(pending_publishers.repository_owner_id, ${ownerId})
    where pending_publishers.id = ${id}
    returning pending_publishers.repository_owner_id`);
}
