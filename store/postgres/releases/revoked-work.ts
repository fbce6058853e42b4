import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';

/** Whether the credential of a row of `uploads` was revoked. The caller checks again under locks before it acts. */
const isRevoked = sql.fragment`(
  exists (select from tokens
    where tokens.id = (uploads.actor ->> 'tokenId')::uuid and tokens.revoked_at is not null
      and not tokens.is_given_back)
  or exists (select from sessions
    where sessions.id = (uploads.actor ->> 'sessionId')::uuid and sessions.revoked_at is not null
      and not sessions.is_given_back)
  or exists (select from users
    where users.id = (uploads.actor ->> 'userId')::uuid
      and (not users.is_active or uploads.actor ->> 'passwordMark' <> encode(sha256(convert_to(
        users.password_hash || coalesce(extract(epoch from users.credentials_ended_at)::text, ''), 'UTF8')), 'hex'))))`;

/** Whether a release can continue or end: in a quarantine of the platform it does neither. */
const isLoose = sql.fragment`packages.visibility <> 'quarantined' and repositories.visibility <> 'quarantined'`;

/** Rows after a key, in key order: an unprocessed row does not block later ones. */
export interface Page {
  /** Null: from the first row. */
  after: string | null;
  limit: number;
}

const Draft = z.object({ key: z.string(), workflowId: z.string() });

/** Open drafts that a revoked credential has opened or uploaded a file to, with their workflows. */
export async function listRevokedDrafts(
  db: Queryable,
  { after, limit }: Page,
): Promise<readonly z.infer<typeof Draft>[]> {
  return db.any(sql.type(Draft)`
    with opened as (
      select releases.id, releases.workflow_id, releases.upload_id
      from drafts join releases on releases.id = drafts.release_id
      join packages on packages.id = releases.package_id
      join repositories on repositories.id = packages.repository_id
      where drafts.committed_at is null and drafts.discarded_at is null and ${isLoose}),
    brought as (
      select opened.workflow_id, opened.upload_id from opened
      union all
      select opened.workflow_id, staged_files.upload_id
      from opened join staged_files on staged_files.release_id = opened.id)
    select distinct brought.workflow_id as key, brought.workflow_id
    from brought join uploads on uploads.id = brought.upload_id
    where (${after}::text is null or brought.workflow_id > ${after}) and ${isRevoked}
    order by brought.workflow_id limit ${limit}`);
}

const File = z.object({
  key: z.string(),
  uploadId: z.string(),
  packageId: z.string(),
  releaseId: z.string(),
});

/** Files of revoked credentials that wait with a release; files of a draft are handled with the draft. */
export async function listRevokedFiles(
  db: Queryable,
  { after, limit }: Page,
): Promise<readonly z.infer<typeof File>[]> {
  return db.any(sql.type(File)`
    select staged_files.upload_id as key, staged_files.upload_id, releases.package_id, staged_files.release_id
    from staged_files
    join releases on releases.id = staged_files.release_id
    join packages on packages.id = releases.package_id
    join repositories on repositories.id = packages.repository_id
    join uploads on uploads.id = staged_files.upload_id
    where uploads.purpose ->> 'kind' = 'attach' and staged_files.held_for is null and ${isLoose}
      and (${after}::uuid is null or staged_files.upload_id > ${after}) and ${isRevoked}
    order by staged_files.upload_id limit ${limit}`);
}

const HeldFile = z.object({
  key: z.string(),
  ecosystem: EcosystemId,
  nameKey: z.string(),
  versionKey: z.string(),
  filename: z.string(),
});

/** Single files of revoked credentials that wait to join a visible release; each has a workflow. */
export async function listRevokedHeldFiles(
  db: Queryable,
  { after, limit }: Page,
): Promise<readonly z.infer<typeof HeldFile>[]> {
  return db.any(sql.type(HeldFile)`
    select staged_files.upload_id as key, packages.ecosystem, packages.name_key, releases.version_key, staged_files.filename
    from staged_files
    join releases on releases.id = staged_files.release_id
    join packages on packages.id = releases.package_id
    join repositories on repositories.id = packages.repository_id
    join uploads on uploads.id = staged_files.upload_id
    where staged_files.held_for is not null and releases.state = 'published' and ${isLoose}
      and (${after}::uuid is null or staged_files.upload_id > ${after}) and ${isRevoked}
    order by staged_files.upload_id limit ${limit}`);
}
