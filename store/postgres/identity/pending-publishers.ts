import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { everything, type Window } from '../../../domain/paging.ts';
import type { BuildIdentity, PublisherRules } from '../../../domain/trusted-publisher.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';

const Pending = z.object({
  ...placed,
  id: z.string(),
  organizationId: z.string(),
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
/** A build that may make a package which is not there yet. */
export type PendingPublisher = z.infer<typeof Pending>;

const oldestFirst = keyset(
  { value: sql.fragment`pending_publishers.created_at`, type: 'timestamptz' },
  { value: sql.fragment`pending_publishers.id`, type: 'uuid' },
);

const pending = sql.fragment`
  select pending_publishers.id, pending_publishers.organization_id, pending_publishers.ecosystem,
    pending_publishers.name, pending_publishers.name_key, pending_publishers.issuer, pending_publishers.subject,
    pending_publishers.repository, pending_publishers.workflow_ref, pending_publishers.environment,
    pending_publishers.repository_owner_id, pending_publishers.created_by, users.username as created_by_name,
    pending_publishers.created_at, ${oldestFirst.position} as position
  from pending_publishers join users on users.id = pending_publishers.created_by`;

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

/** Those whose subject and repository fit, locked; the other rules are the domain's to judge. */
export async function listPendingFor(
  db: Queryable,
  ecosystem: EcosystemId,
  build: BuildIdentity,
): Promise<readonly PendingPublisher[]> {
  return db.any(sql.type(Pending)`
    ${pending}
    where pending_publishers.ecosystem = ${ecosystem} and pending_publishers.issuer = ${build.issuer}
      and (lower(pending_publishers.repository) = ${build.repository?.toLowerCase() ?? ''}
        or (pending_publishers.repository is null and pending_publishers.subject = ${build.subject}))
    order by pending_publishers.id
    for update of pending_publishers`);
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

/** False when there is one with the same rules. */
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

/** False when the organization has no such publisher. */
export async function deletePending(db: Queryable, organizationId: string, id: string): Promise<boolean> {
  const deleted = await db.maybeOne(sql.typeAlias('id')`
    delete from pending_publishers
    where pending_publishers.organization_id = ${organizationId} and pending_publishers.id = ${id}
    returning pending_publishers.id`);
  return deleted !== null;
}

/** Remembers the owner at the first exchange. */
export async function pinPendingOwner(db: Queryable, id: string, ownerId: string | null): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update pending_publishers
    set repository_owner_id = coalesce(pending_publishers.repository_owner_id, ${ownerId})
    where pending_publishers.id = ${id}`);
}
