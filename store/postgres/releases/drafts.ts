import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const DraftRow = z.object({
  releaseId: z.string(),
  idleSeconds: z.number().nullable(),
  /** The time since the arrival of the last file. */
  restingSeconds: z.number(),
  isCommitted: z.boolean(),
  isDiscarded: z.boolean(),
  /** The deploy that contains it as a module. */
  deploy: z.string().nullable(),
  openedAt: z.date(),
  touchedAt: z.date(),
});
/** A release that still receives files, or is complete but not committed. */
export type DraftRow = z.infer<typeof DraftRow>;

const columns = sql.fragment`drafts.release_id, drafts.idle_seconds,
  extract(epoch from clock_timestamp() - drafts.touched_at)::float as resting_seconds,
  drafts.committed_at is not null as is_committed, drafts.discarded_at is not null as is_discarded, drafts.deploy,
  releases.uploaded_at as opened_at, drafts.touched_at`;

export async function insertDraft(
  db: Queryable,
  {
    releaseId,
    idleSeconds,
    deploy,
  }: { releaseId: string; idleSeconds: number | null; deploy: string | null },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into drafts (release_id, idle_seconds, deploy) values (${releaseId}, ${idleSeconds}, ${deploy})`);
}

export async function findDraft(db: Queryable, releaseId: string): Promise<DraftRow | null> {
  return db.maybeOne(sql.type(DraftRow)`
    select ${columns} from drafts join releases on releases.id = drafts.release_id
    where drafts.release_id = ${releaseId}`);
}

/** Locks a draft: no other transaction adds files, commits it or discards it meanwhile. */
export async function lockDraft(db: Queryable, releaseId: string): Promise<DraftRow | null> {
  return db.maybeOne(sql.type(DraftRow)`
    select ${columns} from drafts join releases on releases.id = drafts.release_id
    where drafts.release_id = ${releaseId} for update of drafts`);
}

/**
 * Restarts the idle time after a new file, with a new length (null: unchanged), and reopens the draft for further
 * files.
 */
export async function touchDraft(
  db: Queryable,
  releaseId: string,
  { idleSeconds, deploy }: { idleSeconds: number | null; deploy: string | null } = {
    idleSeconds: null,
    deploy: null,
  },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update drafts set touched_at = clock_timestamp(), idle_seconds = case when ${deploy}::text is null then coalesce(${idleSeconds}, idle_seconds) end,
      deploy = coalesce(${deploy}, deploy), is_ready = false
    where drafts.release_id = ${releaseId}`);
}

const Count = z.object({ count: z.number() });

/** The number of drafts of the user that are neither committed nor discarded. */
export async function countOpenDrafts(db: Queryable, userId: string): Promise<number> {
  const { count } = await db.one(sql.type(Count)`
    select count(*)::int as count
    from drafts join releases on releases.id = drafts.release_id
    where releases.published_by = ${userId} and releases.state = 'quarantine'
      and drafts.committed_at is null and drafts.discarded_at is null`);
  return count;
}

const Id = z.object({ releaseId: z.string() });

/** Drafts among these releases that still receive files. */
export async function listOpenDrafts(
  db: Queryable,
  releaseIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (releaseIds.length === 0) return new Set();
  const open = await db.any(sql.type(Id)`
    select drafts.release_id from drafts
    where drafts.release_id = any(${sql.array([...releaseIds], 'uuid')})
      and drafts.committed_at is null and drafts.discarded_at is null`);
  return new Set(open.map(({ releaseId }) => releaseId));
}

export async function closeDraft(
  db: Queryable,
  releaseId: string,
  how: 'committed' | 'discarded',
): Promise<void> {
  const committed = how === 'committed';
  await db.query(sql.typeAlias('void')`
    update drafts set committed_at = case when ${committed} then now() end,
      discarded_at = case when not ${committed} then now() end
    where drafts.release_id = ${releaseId}`);
}
