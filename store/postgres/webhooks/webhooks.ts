import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { everything, type Window } from '../../../domain/paging.ts';
import { WebhookEvent } from '../../../domain/webhook.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';

const Webhook = z.object({
  ...placed,
  id: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  /** The only package of the webhook; null: everything of its holder. */
  package: z.object({ id: z.string(), ecosystem: EcosystemId, name: z.string() }).nullable(),
  isActive: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
/** A webhook without its secret, so that no code can expose it by accident. */
export type Webhook = z.infer<typeof Webhook>;

const oldestFirst = keyset(
  { value: sql.fragment`webhooks.created_at`, type: 'timestamptz' },
  { value: sql.fragment`webhooks.id`, type: 'uuid' },
);

const columns = sql.fragment`webhooks.id, webhooks.url, webhooks.events, webhooks.is_active, webhooks.created_at,
  webhooks.updated_at, ${oldestFirst.position} as position,
  (select jsonb_build_object('id', packages.id, 'ecosystem', packages.ecosystem, 'name', packages.name)
    from packages where packages.id = webhooks.package_id) as package`;

/** Oldest first. */
export async function listWebhooks(
  db: Queryable,
  organizationId: string,
  window: Window = everything,
): Promise<readonly Webhook[]> {
  return db.any(sql.type(Webhook)`
    select ${columns} from webhooks where webhooks.organization_id = ${organizationId} and ${oldestFirst.behind(window)}
    ${oldestFirst.page(window)}`);
}

export async function findWebhook(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<Webhook | null> {
  return db.maybeOne(sql.type(Webhook)`
    select ${columns} from webhooks where webhooks.organization_id = ${organizationId} and webhooks.id = ${id}`);
}

export interface WebhookFacts {
  url: string;
  events: readonly WebhookEvent[];
  packageId: string | null;
  isActive: boolean;
}

export async function insertWebhook(
  db: Queryable,
  webhook: WebhookFacts & { id: string; organizationId: string; sealedSecret: Buffer },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into webhooks (id, organization_id, url, secret, sealed_secret, events, package_id, is_active)
    values (${webhook.id}, ${webhook.organizationId}, ${webhook.url}, '', ${sql.binary(webhook.sealedSecret)}::bytea,
      ${sql.array([...webhook.events], 'text')}, ${webhook.packageId}, ${webhook.isActive})`);
}

/** `sealedSecret`: null keeps the existing secret. */
export async function updateWebhook(
  db: Queryable,
  id: string,
  { url, events, packageId, isActive, sealedSecret }: WebhookFacts & { sealedSecret: Buffer | null },
): Promise<void> {
  if (sealedSecret !== null) await sealSecret(db, id, sealedSecret);
  await db.query(sql.typeAlias('void')`
    update webhooks
    set url = ${url}, events = ${sql.array([...events], 'text')}, package_id = ${packageId}, is_active = ${isActive},
      updated_at = now()
    where webhooks.id = ${id}`);
}

export async function deleteWebhook(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from webhooks where webhooks.id = ${id}`);
}

async function sealSecret(db: Queryable, id: string, sealedSecret: Buffer): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update webhooks set secret = '', sealed_secret = ${sql.binary(sealedSecret)}::bytea where webhooks.id = ${id}`);
}

const Sealed = z.object({ id: z.string(), sealedSecret: z.instanceof(Buffer) });

/** Webhooks by id, those after `after`. */
export async function listSealedWebhooks(
  db: Queryable,
  after: string,
  limit: number,
): Promise<readonly z.infer<typeof Sealed>[]> {
  return db.any(sql.type(Sealed)`
    select webhooks.id, webhooks.sealed_secret from webhooks
    where webhooks.id > ${after} and webhooks.sealed_secret is not null order by webhooks.id limit ${limit}`);
}

/** Stores the same secret, sealed with another key. */
export async function replaceWebhookSecret(
  db: Queryable,
  id: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update webhooks set sealed_secret = ${sql.binary(to)}::bytea
    where webhooks.id = ${id} and webhooks.sealed_secret = ${sql.binary(from)}::bytea`);
}
