import { z } from 'zod';
import { type Queryable, sql, type Transaction } from '../pool.ts';

/** Locks a deploy until the transaction ends, against other transactions that mark or read its drafts. */
export async function lockDeploy(tx: Transaction, deploy: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    select pg_advisory_xact_lock(hashtextextended(${`deploy:${deploy}`}, 0))`);
}

/** Marks a draft as complete: it is committed with the rest of its deploy, or alone after `idleSeconds`. */
export async function markReady(db: Queryable, releaseId: string, idleSeconds: number): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update drafts set is_ready = true, idle_seconds = ${idleSeconds}, touched_at = clock_timestamp()
    where drafts.release_id = ${releaseId}`);
}

const Member = z.object({
  releaseId: z.string(),
  name: z.string(),
  version: z.string(),
  isReady: z.boolean(),
  /** The time since the arrival of its last file. */
  restingSeconds: z.number(),
});
/** An open draft of a deploy. */
export type DeployMember = z.infer<typeof Member>;

/** In the order of package locks. */
export async function listDeploy(db: Queryable, deploy: string): Promise<readonly DeployMember[]> {
  return db.any(sql.type(Member)`
    select drafts.release_id, packages.name, releases.version, drafts.is_ready,
      extract(epoch from clock_timestamp() - drafts.touched_at)::float as resting_seconds
    from drafts
    join releases on releases.id = drafts.release_id
    join packages on packages.id = releases.package_id
    where drafts.deploy = ${deploy} and drafts.committed_at is null and drafts.discarded_at is null
      and releases.state = 'quarantine'
    order by releases.package_id`);
}
