import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const Outbox = z.object({
  /** The number of entries without a workflow. */
  waiting: z.number(),
  /** The number of entries that a workflow sends or retries. */
  underWay: z.number(),
  /** The number of entries that failed for good in the last day. */
  failed: z.number(),
  /** The creation time of the oldest open entry. */
  oldestAt: z.date().nullable(),
});
/** The counts of one outbox. */
export type OutboxFacts = z.infer<typeof Outbox>;

/** Mails and deliveries of webhooks by their state. */
export async function countOutboxes(db: Queryable): Promise<{ mails: OutboxFacts; deliveries: OutboxFacts }> {
  const [mails, deliveries] = await Promise.all([countOf(db, 'mails'), countOf(db, 'webhook_deliveries')]);
  return { mails, deliveries };
}

async function countOf(db: Queryable, table: 'mails' | 'webhook_deliveries'): Promise<OutboxFacts> {
  return db.one(sql.type(Outbox)`
    select count(*) filter (where sent.status = 'pending' and not sent.is_started) as waiting,
      count(*) filter (where sent.status = 'pending' and sent.is_started) as under_way,
      count(*) filter (where sent.status = 'failed' and sent.finished_at > now() - interval '1 day') as failed,
      min(sent.created_at) filter (where sent.status = 'pending') as oldest_at
    from ${sql.identifier([table])} as sent
    where sent.status in ('pending', 'failed')`);
}
