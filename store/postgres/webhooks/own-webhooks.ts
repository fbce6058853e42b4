import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { WebhookEvent } from '../../../domain/webhook.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

const OwnWebhook = z.object({
  id: z.string(),
  url: z.string(),
  /** The package of the webhook; null: all packages of the ecosystem. */
  packageName: z.string().nullable(),
  packageId: z.string().nullable(),
  nameKey: z.string().nullable(),
  /** The number of failed deliveries in the last days. */
  failures: z.number(),
});
/** A person's own webhook, created through an ecosystem's API. */
export type OwnWebhook = z.infer<typeof OwnWebhook>;

/** The webhooks of one person in one ecosystem, oldest first. */
export async function listOwnWebhooks(
  db: Queryable,
  userId: string,
  ecosystem: EcosystemId,
): Promise<readonly OwnWebhook[]> {
  return db.any(sql.type(OwnWebhook)`
    select webhooks.id, webhooks.url, packages.name as package_name, packages.name_key, webhooks.package_id,
      (select count(*)::integer from webhook_deliveries
        where webhook_deliveries.webhook_id = webhooks.id and webhook_deliveries.status = 'failed') as failures
    from webhooks left join packages on packages.id = webhooks.package_id
    where webhooks.user_id = ${userId} and webhooks.ecosystem = ${ecosystem}
    order by webhooks.created_at, webhooks.id`);
}

const Totals = z.object({ total: z.number(), aboutAll: z.number() });

/**
 * Counts the person's webhooks in all ecosystems. Until the end of the transaction the person gets no further
 * webhook.
 */
export async function lockAndCountOwnWebhooks(
  tx: Transaction,
  userId: string,
): Promise<z.infer<typeof Totals>> {
  await tx.query(sql.typeAlias('void')`select from users where users.id = ${userId} for no key update`);
  return tx.one(sql.type(Totals)`
    select count(*)::integer as total,
      (count(*) filter (where webhooks.package_id is null))::integer as about_all
    from webhooks where webhooks.user_id = ${userId}`);
}

/** The identity of a person's webhook. `packageId` null: all packages of the ecosystem. */
export interface OwnTarget {
  userId: string;
  ecosystem: EcosystemId;
  packageId: string | null;
  url: string;
}

/** The id of the webhook. */
export async function findOwnWebhook(
  db: Queryable,
  { userId, ecosystem, packageId, url }: OwnTarget,
): Promise<string | null> {
  return db.maybeOneFirst(sql.typeAlias('id')`
    select webhooks.id from webhooks
    where webhooks.user_id = ${userId} and webhooks.ecosystem = ${ecosystem} and webhooks.url = ${url}
      and webhooks.package_id is not distinct from ${packageId}::uuid`);
}

export async function insertOwnWebhook(
  db: Queryable,
  { userId, ecosystem, packageId, url }: OwnTarget,
  webhook: { id: string; secret: string; events: readonly WebhookEvent[] },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into webhooks (id, user_id, ecosystem, package_id, url, secret, events)
    values (${webhook.id}, ${userId}, ${ecosystem}, ${packageId}, ${url}, ${webhook.secret},
      ${sql.array([...webhook.events], 'text')})`);
}
