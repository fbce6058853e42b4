import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';
import { isHeard } from './live-webhooks.ts';

const Delivery = z.object({
  ...placed,
  id: z.string(),
  event: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number(),
  responseStatus: z.number().nullable(),
  error: z.string().nullable(),
  redeliveryOf: z.string().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  /** The JSON text as sent. */
  message: z.string(),
});
export type Delivery = z.infer<typeof Delivery>;

const newestFirst = keyset(
  { value: sql.fragment`webhook_deliveries.created_at`, type: 'timestamptz', isDescending: true },
  { value: sql.fragment`webhook_deliveries.id`, type: 'uuid', isDescending: true },
);

/** Newest first. */
export async function listDeliveries(
  db: Queryable,
  webhookId: string,
  window: Window,
): Promise<readonly Delivery[]> {
  return db.any(sql.type(Delivery)`
    select webhook_deliveries.id, webhook_deliveries.event, webhook_deliveries.status, webhook_deliveries.attempts,
      webhook_deliveries.response_status, webhook_deliveries.error, webhook_deliveries.redelivery_of,
      webhook_deliveries.created_at, webhook_deliveries.finished_at,
      webhook_deliveries.body::text as message, ${newestFirst.position} as position
    from webhook_deliveries 
    where webhook_deliveries.webhook_id = ${webhookId} and ${newestFirst.behind(window)}
    ${newestFirst.page(window)}`);
}

/** Adds a delivery of the same message. False if the delivery does not exist. */
export async function copyDelivery(
  db: Queryable,
  { id, of, webhookId }: { id: string; of: string; webhookId: string },
): Promise<boolean> {
  const copied = await db.maybeOne(sql.typeAlias('id')`
    insert into webhook_deliveries (id, webhook_id, event, body, redelivery_of)
    select ${id}::uuid, webhook_id, event, jsonb_set(body, '{id}', to_jsonb(${id}::text)), webhook_deliveries.id
    from webhook_deliveries
    where webhook_deliveries.id = ${of} and webhook_deliveries.webhook_id = ${webhookId}
    returning id`);
  return copied !== null;
}

const Waiting = z.object({ id: z.string(), event: z.string(), isOfPerson: z.boolean() });

/** Deliveries without a workflow, those of organizations first, then the oldest. */
export async function listWaitingDeliveries(
  db: Queryable,
  limit: number,
): Promise<readonly z.infer<typeof Waiting>[]> {
  return db.any(sql.type(Waiting)`
    select webhook_deliveries.id, webhook_deliveries.event, webhooks.user_id is not null as is_of_person
    from webhook_deliveries join webhooks on webhooks.id = webhook_deliveries.webhook_id
    where not webhook_deliveries.is_started
    order by webhooks.user_id is not null, webhook_deliveries.created_at limit ${limit}`);
}

export async function markStarted(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update webhook_deliveries set is_started = true where webhook_deliveries.id = ${id}`);
}

const WaitingMessage = z.object({
  webhookId: z.string(),
  url: z.string(),
  /** Empty if the secret is sealed. */
  secret: z.string(),
  sealedSecret: z.instanceof(Buffer).nullable(),
  /** Whether its webhook is still active. */
  isActive: z.boolean(),
  /** The owner of a person's webhook; null for an organization's webhook. */
  userId: z.string().nullable(),
  /** Whether the webhook is about one package, not about all that its person may see. */
  isOfOnePackage: z.boolean(),
  event: z.string(),
  body: z.string(),
  packageId: z.string().nullable(),
  releaseId: z.string().nullable(),
  ageMinutes: z.number(),
});
export type WaitingMessage = z.infer<typeof WaitingMessage>;

/** Null if the delivery has ended, or its webhook was deleted. */
export async function findMessage(db: Queryable, id: string): Promise<WaitingMessage | null> {
  return db.maybeOne(sql.type(WaitingMessage)`
    select webhooks.id as webhook_id, webhooks.url, webhooks.secret, webhooks.sealed_secret, ${isHeard} as is_active, webhooks.user_id,
      webhooks.package_id is not null as is_of_one_package, webhook_deliveries.event,
      webhook_deliveries.body::text as body, webhook_deliveries.body #>> '{package,id}' as package_id,
      webhook_deliveries.body #>> '{release,id}' as release_id,
      (extract(epoch from now() - webhook_deliveries.created_at) / 60)::double precision as age_minutes
    from webhook_deliveries join webhooks on webhooks.id = webhook_deliveries.webhook_id
    where webhook_deliveries.id = ${id} and webhook_deliveries.status in ('pending', 'failed')`);
}

/** Records the result of one attempt; the delivery stays open until it is ended. */
export async function noteAttempt(
  db: Queryable,
  id: string,
  attempt: { responseStatus: number | null; error: string | null },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update webhook_deliveries
    set attempts = webhook_deliveries.attempts + 1, response_status = ${attempt.responseStatus}, error = ${attempt.error}
    where webhook_deliveries.id = ${id} and webhook_deliveries.status in ('pending', 'failed')`);
}

const Ended = z.object({ error: z.string().nullable() });

/** Ends a delivery. Returns the error of its last attempt. */
export async function endDelivery(
  db: Queryable,
  id: string,
  status: 'delivered' | 'failed',
): Promise<string | null> {
  const ended = await db.maybeOne(sql.type(Ended)`
    update webhook_deliveries set status = ${status}, finished_at = now()
    where webhook_deliveries.id = ${id} and webhook_deliveries.status in ('pending', 'failed')
    returning webhook_deliveries.error`);
  return ended?.error ?? null;
}

/** Removes a delivery that must not be sent, without a trace. */
export async function dropDelivery(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from webhook_deliveries where webhook_deliveries.id = ${id}`);
}

/** Deletes deliveries that ended `days` ago. */
export async function deleteOldDeliveries(db: Queryable, days: number): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from webhook_deliveries where webhook_deliveries.finished_at < now() - ${days} * interval '1 day'`);
}
