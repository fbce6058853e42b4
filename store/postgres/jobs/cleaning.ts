import { z } from 'zod';
import { ReleaseState } from '../../../domain/release.ts';
import type { Queryable } from '../pool.ts';
import { isParked } from '../search/parked-projections.ts';
import { sql } from '../pool.ts';

const Counted = z.object({ id: z.string() });

const Replay = z.object({ jti: z.string() });

/** Whether no unfinished upload used the credential: its revocation is checked before an upload becomes visible. */
function isUnused(kind: 'token' | 'session') {
  const id = sql.identifier([`${kind}s`, 'id']);
  return sql.fragment`not exists (
      select from release_uploaders join releases on releases.id = release_uploaders.release_id
      where ${sql.identifier(['release_uploaders', `${kind}_id`])} = ${id}
        and releases.state in ('quarantine', 'scanning'))
    and ${id}::text not in (
      select uploads.actor ->> ${`${kind}Id`} from uploads where uploads.actor ->> ${`${kind}Id`} is not null)`;
}

/**
 * Removes sessions, tokens, used identity tokens and closed jobs past their retention. Returns the number of rows by
 * table.
 */
export async function deleteExpiredRows(
  db: Queryable,
  keep: { revokedDays: number; jobDays: number },
): Promise<{ sessions: number; tokens: number; replays: number; jobs: number }> {
  const sessions = await db.any(sql.type(Counted)`
    delete from sessions
    where sessions.expires_at < now() - interval '1 day' and ${isUnused('session')}
    returning sessions.id`);
  await db.query(
    sql.typeAlias('void')`delete from login_challenges where login_challenges.expires_at < now()`,
  );
  const tokens = await db.any(sql.type(Counted)`
    delete from tokens
    where least(tokens.expires_at, tokens.revoked_at) < now() - ${keep.revokedDays} * interval '1 day'
      and ${isUnused('token')}
    returning tokens.id`);
  // one hour of margin: the clocks of servers and database may differ
  const replays = await db.any(sql.type(Replay)`
    delete from oidc_replays where oidc_replays.expires_at < now() - interval '1 hour'
    returning oidc_replays.jti`);
  const jobs = await db.any(sql.type(Counted)`
    delete from jobs where jobs.completed_at < now() - ${keep.jobDays} * interval '1 day' returning jobs.id`);
  return {
    sessions: sessions.length,
    tokens: tokens.length,
    replays: replays.length,
    jobs: jobs.length,
  };
}

/** Expired uploads that no unfinished release needs; the caller removes their staged bytes. */
export async function deleteExpiredUploads(db: Queryable, limit: number): Promise<readonly string[]> {
  const rows = await db.any(sql.type(Counted)`
    delete from uploads where uploads.id in (
      select uploads.id from uploads
      where uploads.expires_at < now()
        and not exists (select from releases where releases.upload_id = uploads.id
          and releases.state in ('quarantine', 'scanning'))
        and not exists (select from staged_files
          join releases on releases.id = staged_files.release_id
          where staged_files.upload_id = uploads.id and (releases.state in ('quarantine', 'scanning')
            or (staged_files.held_for is not null and releases.state = 'published')))
      order by uploads.expires_at
      limit ${limit}
      for update skip locked)
    returning uploads.id`);
  return rows.map((row) => row.id);
}

/** The upload ids that still have a row. */
export async function listKnownUploads(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.any(sql.type(Counted)`
    select uploads.id from uploads where uploads.id::text = any(${sql.array([...ids], 'text')})`);
  return new Set(rows.map((row) => row.id));
}

const InFlight = z.object({
  releaseId: z.string(),
  workflowId: z.string(),
  uploadId: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
  publisher: z.string(),
  packageId: z.string(),
  wasVisible: z.boolean(),
  /** A person has decided, and the decision is not applied yet. */
  isDecided: z.boolean(),
  /** Held because rendering of its index failed, and not retried for a while. */
  isToRender: z.boolean(),
});
export type InFlightRelease = z.infer<typeof InFlight>;

/** Releases that should have a workflow: unfinished, or visible before and hidden now. */
export async function listInFlightReleases(
  db: Queryable,
  olderThanSeconds: number,
): Promise<readonly InFlightRelease[]> {
  return db.any(sql.type(InFlight)`
    select releases.id as release_id, releases.workflow_id, releases.upload_id, packages.ecosystem,
      packages.name, releases.version, releases.upload_sha256 as sha256,
      coalesce(releases.published_by::text, '') as publisher, packages.id as package_id,
      releases.published_at is not null as was_visible,
      exists (select from release_decisions
        where release_decisions.release_id = releases.id and release_decisions.settled_at is null) as is_decided,
      releases.status_reason is not distinct from 'render_failed' and not exists (
        select from jobs
        where jobs.workflow_id = releases.workflow_id and jobs.completed_at is null
          and jobs.updated_at > now() - interval '1 hour') as is_to_render
    from releases join packages on packages.id = releases.package_id
    where releases.state in ('quarantine', 'scanning')
      and releases.uploaded_at < now() - ${olderThanSeconds} * interval '1 second'
    order by releases.uploaded_at`);
}

const CarriedFile = z.object({
  uploadId: z.string(),
  releaseId: z.string(),
  ecosystem: z.string(),
  heldFor: z.string(),
  releaseState: ReleaseState,
  /** A stored decision is not applied yet. */
  isDecided: z.boolean(),
});
export type CarriedFile = z.infer<typeof CarriedFile>;

/** Files with a separate wait: each should have a running workflow. */
export async function listCarriedFiles(
  db: Queryable,
  olderThanSeconds: number,
): Promise<readonly CarriedFile[]> {
  return db.any(sql.type(CarriedFile)`
    select staged_files.upload_id, staged_files.release_id, packages.ecosystem, staged_files.held_for,
      releases.state as release_state,
      exists (select from release_decisions
        where release_decisions.release_id = staged_files.release_id
          and release_decisions.upload_id = staged_files.upload_id
          and release_decisions.settled_at is null) as is_decided
    from staged_files
    join releases on releases.id = staged_files.release_id
    join packages on packages.id = releases.package_id
    where staged_files.held_for is not null
      and staged_files.staged_at < now() - ${olderThanSeconds} * interval '1 second'
    order by staged_files.staged_at`);
}

const LostJob = z.object({
  workflowId: z.string(),
  runId: z.string(),
  /** For a publish or a hold: the result is known without its workflow. */
  isOfRelease: z.boolean(),
  isPublished: z.boolean(),
  /** For a review that was cancelled or removed: no workflow waits for its searches. */
  isOfEndedReview: z.boolean(),
});
export type LostJob = z.infer<typeof LostJob>;

/** Open jobs without an unfinished release; a running workflow is about to close its own job. */
export async function listFinishedOpenJobs(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<readonly LostJob[]> {
  return db.any(sql.type(LostJob)`
    select jobs.workflow_id, jobs.run_id, jobs.kind in ('publish_release', 'hold_release') as is_of_release,
      coalesce(releases.published_at is not null, false) as is_published,
      jobs.kind = 'review_game' and not exists (
        select from reviews
        where reviews.workflow_id = jobs.workflow_id and reviews.status in ('queued', 'running')) as is_of_ended_review
    from jobs left join releases on releases.id = (jobs.payload ->> 'releaseId')::uuid
    where jobs.status in ('pending', 'running', 'waiting')
      and coalesce(jobs.started_at, jobs.scheduled_at) < now() - ${olderThanSeconds} * interval '1 second'
      and coalesce(releases.state, 'deleted') not in ('quarantine', 'scanning')
    order by jobs.started_at
    limit ${limit}`);
}

const PackageKey = z.object({ id: z.string() });

/** Package ids in order, for jobs that walk through all of them. */
export async function listPackageIds(
  db: Queryable,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.any(sql.type(PackageKey)`
    select packages.id from packages where ${after} = '' or packages.id > ${after === '' ? null : after}::uuid
    order by packages.id limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Packages whose search entry is older than the package: a projection was never requested, or is due again. */
export async function listStaleProjections(db: Queryable, limit: number): Promise<readonly string[]> {
  const rows = await db.any(sql.type(PackageKey)`
    select packages.id from packages
    join repositories on repositories.id = packages.repository_id
    left join search_documents on search_documents.package_id = packages.id
    where packages.revision > coalesce(search_documents.revision, -1)
      and (search_documents.package_id is not null or (packages.readable_releases > 0
        and packages.visibility not in ('unlisted', 'quarantined')
        and repositories.visibility not in ('unlisted', 'quarantined') and not packages.is_archived))
      and packages.updated_at < now() - interval '30 seconds' and not ${isParked}
    order by packages.updated_at
    limit ${limit}`);
  return rows.map((row) => row.id);
}
