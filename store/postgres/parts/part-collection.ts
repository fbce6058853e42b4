import { z } from 'zod';
import { isHosted } from '../packages/address.ts';
import { type Pool, type Queryable, sql, type Transaction } from '../pool.ts';

/** Whether a release refers to its parts: removed releases do not, all others do, visible or not. */
const live = sql.fragment`releases.state in ('published', 'scanning', 'quarantine')`;

const isUsed = sql.fragment`exists (
  select from packages
  join release_blobs on release_blobs.package_id = packages.id and release_blobs.digest = package_blobs.digest
  join releases on releases.id = release_blobs.release_id
  where packages.ecosystem = package_blobs.ecosystem and packages.name_key = package_blobs.name_key and ${isHosted}
    and ${live})`;

const LinkKey = z.object({
  ecosystem: z.string(),
  nameKey: z.string(),
  digest: z.string(),
  uploadedBy: z.string(),
});

/** The position of a walk through all links; null at the start. */
export const LinkCursor = LinkKey;
export type LinkCursor = z.infer<typeof LinkKey>;

/**
 * Records in the next links when the last release of their name stopped referring to them, and clears the record if a
 * release refers to them again. Returns the last of these links, or null if none is left.
 */
export async function markLinks(
  db: Queryable,
  after: LinkCursor | null,
  limit: number,
): Promise<LinkCursor | null> {
  const from =
    after === null
      ? sql.fragment`true`
      : sql.fragment`(package_blobs.ecosystem, package_blobs.name_key, package_blobs.digest,
          package_blobs.uploaded_by) > (${after.ecosystem}, ${after.nameKey}, ${after.digest},
          ${after.uploadedBy}::uuid)`;
  const batch = await db.any(sql.type(LinkKey)`
    with batch as (
      select package_blobs.ecosystem, package_blobs.name_key, package_blobs.digest, package_blobs.uploaded_by,
        ${isUsed} as is_used
      from package_blobs where ${from}
      order by package_blobs.ecosystem, package_blobs.name_key, package_blobs.digest, package_blobs.uploaded_by
      limit ${limit}),
    marked as (
      update package_blobs set idle_since = case when batch.is_used then null else now() end
      from batch
      where package_blobs.ecosystem = batch.ecosystem and package_blobs.name_key = batch.name_key
        and package_blobs.digest = batch.digest and package_blobs.uploaded_by = batch.uploaded_by
        and batch.is_used = (package_blobs.idle_since is not null))
    select batch.ecosystem, batch.name_key, batch.digest, batch.uploaded_by from batch
    order by batch.ecosystem, batch.name_key, batch.digest, batch.uploaded_by`);
  return batch.length < limit ? null : (batch.at(-1) ?? null);
}

const Idle = z.object({ links: z.number(), bytes: z.number() });

/**
 * Counts the links that {@link unlinkIdle} would remove now, by their marks, and the bytes that may be removed with
 * them.
 */
export async function countIdleLinks(db: Queryable, graceSeconds: number): Promise<z.infer<typeof Idle>> {
  return db.one(sql.type(Idle)`
    select count(*) as links, coalesce(sum(package_blobs.size_bytes), 0) as bytes
    from package_blobs
    where package_blobs.idle_since <= now() - ${graceSeconds} * interval '1 second' and not ${isUsed}`);
}

const Link = LinkKey.extend({ isUsed: z.boolean() });

/**
 * Removes links that have been idle for the grace period. The condition is checked again under their locks, in one
 * transaction.
 */
export async function unlinkIdle(
  pool: Pool,
  graceSeconds: number,
  limit: number,
): Promise<{ candidates: number; unlinked: number }> {
  return pool.transaction(async (tx) => {
    // a transaction that refers to a part locks its link: links locked elsewhere are skipped here, and it waits for
    // links locked here
    const idle = await tx.any(sql.type(LinkKey)`
      select package_blobs.ecosystem, package_blobs.name_key, package_blobs.digest, package_blobs.uploaded_by
      from package_blobs
      where package_blobs.idle_since <= now() - ${graceSeconds} * interval '1 second'
      order by package_blobs.idle_since
      limit ${limit}
      for update skip locked`);
    if (idle.length === 0) return { candidates: 0, unlinked: 0 };
    const judged = await tx.any(sql.type(Link)`
      select package_blobs.ecosystem, package_blobs.name_key, package_blobs.digest, package_blobs.uploaded_by,
        ${isUsed} as is_used
      from package_blobs where ${amongst(idle)}`);
    const unused = judged.filter((link) => !link.isUsed);
    const used = judged.filter((link) => link.isUsed);
    if (unused.length > 0) {
      await tx.query(sql.typeAlias('void')`delete from package_blobs where ${amongst(unused)}`);
    }
    if (used.length > 0) {
      await tx.query(
        sql.typeAlias('void')`update package_blobs set idle_since = null where ${amongst(used)}`,
      );
    }
    return { candidates: idle.length, unlinked: unused.length };
  });
}

function amongst(links: readonly LinkCursor[]) {
  return sql.fragment`
    (package_blobs.ecosystem, package_blobs.name_key, package_blobs.digest, package_blobs.uploaded_by) in (
      select * from ${sql.unnest(
        links.map((link) => [link.ecosystem, link.nameKey, link.digest, link.uploadedBy]),
        ['text', 'text', 'text', 'uuid'],
      )})`;
}

const Sha = z.object({ sha256: z.string() });

/** Removes the references of rejected releases; the grace period of the bytes begins then. */
export async function dropDeadReferences(pool: Pool, limit: number): Promise<number> {
  return pool.transaction(async (tx) => {
    // a repeated publish of a version first locks its release, and then adds its references again
    const dead = await tx.any(sql.typeAlias('id')`
      select releases.id from releases
      where releases.state in ('deleted', 'rejected')
        and exists (select from release_blobs where release_blobs.release_id = releases.id)
      limit ${limit}
      for update skip locked`);
    if (dead.length === 0) return 0;
    const ids = sql.array(
      dead.map(({ id }) => id),
      'uuid',
    );
    const freed = await tx.any(sql.type(Sha)`
      delete from release_blobs where release_blobs.release_id = any(${ids}) returning release_blobs.sha256`);
    const shas = sql.array([...new Set(freed.map(({ sha256 }) => sha256))].toSorted(), 'text');
    await tx.query(sql.typeAlias('void')`
      update blobs set touched_at = now() where blobs.sha256 = any(${shas})`);
    return dead.length;
  });
}

/** `mark`: the time of the removal as text, because JavaScript dates have no microseconds. */
const Leaving = z.object({ sha256: z.string(), sizeBytes: z.number(), mark: z.string() });

/** Whether nothing uses the blob: every writer of a reference to a blob locks its row. */
const isOrphan = sql.fragment`
  not exists (select from artifacts where artifacts.sha256 = blobs.sha256)
  and not exists (select from package_blobs where package_blobs.sha256 = blobs.sha256)
  and not exists (select from release_blobs where release_blobs.sha256 = blobs.sha256)`;

/** The age from which a removal in progress belongs to a dead process: none of its requests is still running. */
const removalMinutes = 10;

/**
 * Removes blobs that were unused and untouched for the grace period. First their rows are marked: from then on no
 * transaction can refer to them (`holdBlob`, `keepBlob`, `touchBlob`). Then the bytes are removed, outside of any
 * transaction, then the rows. A later removal takes over the remains of a crash or an error, with its own mark: the
 * rows that it has marked are left to it. Bytes that the store refuses to remove stay usable: their grace period
 * begins again.
 * @throws AggregateError with the other errors of `remove`, after all other blobs are removed
 */
export async function removeOrphans(
  pool: Pool,
  graceSeconds: number,
  limit: number,
  remove: (sha256: string) => Promise<void>,
  isRefusal: (error: unknown) => boolean = () => false,
): Promise<{ removed: number; bytesFreed: number; refused: number }> {
  const leaving = await pool.transaction(async (tx) => {
    const orphans = await lockOrphans(tx, graceSeconds, limit);
    if (orphans.length === 0) return [];
    // checked again: a reference may have been committed between the query and the lock
    return tx.any(sql.type(Leaving)`
      update blobs set leaving_at = now()
      where blobs.sha256 = any(${sql.array(orphans, 'text')}) and ${isOrphan}
      returning blobs.sha256, blobs.size_bytes, blobs.leaving_at::text as mark`);
  });
  const tried = await Promise.all(
    leaving.map(async (blob) => ({ blob, failure: await failureOf(remove(blob.sha256)) })),
  );
  const gone = tried.filter(({ failure }) => failure === null).map(({ blob }) => blob);
  if (gone.length > 0) {
    await pool.query(sql.typeAlias('void')`
      delete from blobs using ${marksOf(gone)} as gone (sha256, mark)
      where blobs.sha256 = gone.sha256 and blobs.leaving_at = gone.mark`);
  }
  const failures = tried.flatMap(({ blob, failure }) => (failure ? [{ blob, error: failure.error }] : []));
  const refused = failures.filter(({ error }) => isRefusal(error)).map(({ blob }) => blob);
  if (refused.length > 0) {
    await pool.query(sql.typeAlias('void')`
      update blobs set leaving_at = null, touched_at = now() from ${marksOf(refused)} as refused (sha256, mark)
      where blobs.sha256 = refused.sha256 and blobs.leaving_at = refused.mark`);
  }
  const errors = failures.map(({ error }) => error).filter((error) => !isRefusal(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} blobs were not removed`);
  const bytesFreed = gone.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { removed: gone.length, bytesFreed, refused: refused.length };
}

async function failureOf(work: Promise<void>): Promise<{ error: unknown } | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return { error };
  }
}

function marksOf(blobs: readonly z.infer<typeof Leaving>[]) {
  return sql.unnest(
    blobs.map(({ sha256, mark }) => [sha256, mark]),
    ['text', 'timestamptz'],
  );
}

async function lockOrphans(tx: Transaction, graceSeconds: number, limit: number): Promise<string[]> {
  const rows = await tx.any(sql.type(Sha)`
    select blobs.sha256 from blobs
    where blobs.touched_at <= now() - ${graceSeconds} * interval '1 second' and ${isOrphan}
      and coalesce(blobs.leaving_at < now() - ${removalMinutes} * interval '1 minute', true)
    order by coalesce(blobs.leaving_at, blobs.touched_at)
    limit ${limit}
    for update skip locked`);
  return rows.map(({ sha256 }) => sha256);
}
