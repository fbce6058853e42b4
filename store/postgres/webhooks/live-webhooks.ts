import { z } from 'zod';
import { type Queryable, sql, type Transaction } from '../pool.ts';

/**
 * Whether a row of `webhooks` still gets events: a person's webhook ends with the key that created it, whose digest
 * is its secret.
 */
export const isHeard = sql.fragment`(webhooks.is_active and (webhooks.user_id is null or exists (
  select from tokens
  where tokens.token_hash = webhooks.secret and tokens.user_id = webhooks.user_id and tokens.revoked_at is null
    and (tokens.expires_at is null or tokens.expires_at > now()))))`;

const Total = z.object({ total: z.number() });

/** Deletes webhooks of a person that get no more events, so that they do not count against limits. */
export async function deleteEndedWebhooks(db: Queryable, userId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from webhooks where webhooks.user_id = ${userId} and not ${isHeard}`);
}

/**
 * Counts webhooks of users about a whole ecosystem, for any event, and locks: no other transaction adds one
 * meanwhile.
 */
export async function lockAndCountAboutAll(tx: Transaction): Promise<number> {
  await tx.query(
    sql.typeAlias('void')`select pg_advisory_xact_lock(hashtextextended('webhooks about all', 0))`,
  );
  return tx.oneFirst(sql.type(Total)`
    select count(*)::integer as total from webhooks
    where webhooks.user_id is not null and webhooks.package_id is null and ${isHeard}`);
}

/** Ends the person's webhook of the delivery if its last `inARow` deliveries all failed. */
export async function endUnheardWebhook(db: Queryable, deliveryId: string, inARow: number): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update webhooks set is_active = false, updated_at = now()
    where webhooks.user_id is not null and webhooks.is_active
      and webhooks.id = (select webhook_deliveries.webhook_id from webhook_deliveries
        where webhook_deliveries.id = ${deliveryId})
      and ${inARow} = (
        select count(*) filter (where ended.status = 'failed') from (
          select webhook_deliveries.status from webhook_deliveries
          where webhook_deliveries.webhook_id = webhooks.id and webhook_deliveries.status <> 'pending'
          order by webhook_deliveries.created_at desc, webhook_deliveries.id desc limit ${inARow}) as ended)`);
}
