import { randomBytes } from 'node:crypto';
import { validate as isUuid } from 'uuid';
import { requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, DomainError, notFound, onInput } from '../../domain/errors.ts';
import { type WebhookEvent, webhookLimits } from '../../domain/webhook.ts';
import type { Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
} from '../../store/postgres/webhooks/webhooks.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import { asManager, forManager } from '../organizations/in-organization.ts';
import { getPackage, type Named } from '../packages/find.ts';
import { assertReachable } from './reachable.ts';
import { boxOf } from './seal.ts';
import type { Configured, Platform } from '../platform.ts';

export type { Webhook };

/** A webhook of an organization. */
export interface NamedWebhook {
  slug: string;
  id: string;
}

/** Oldest first. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function listOwnWebhooks(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks' | 'secrets'>,
  caller: Caller,
  slug: string,
  window: Window,
): Promise<readonly Webhook[]> {
  const { id } = await forManager(platform, caller, slug);
  return listWebhooks(platform.pool, id, window);
}

/** @throws as {@link listOwnWebhooks} */
export async function getWebhook(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { slug, id }: NamedWebhook,
): Promise<Webhook> {
  const organization = await forManager(platform, caller, slug);
  return requireWebhook(platform.pool, organization.id, id);
}

/**
 * Creates a webhook. `package`: limits it to one package. The secret is only in this answer.
 * @throws as {@link listOwnWebhooks}, `validation_failed`, `policy_violation`
 */
export async function createWebhook(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks' | 'secrets'>,
  caller: Caller,
  slug: string,
  wanted: {
    url: string;
    events: readonly WebhookEvent[];
    package?: Named | null | undefined;
    secret?: string | undefined;
  },
): Promise<{ webhook: Webhook; secret: string }> {
  assertReachable(platform.config.webhooks, wanted.url);
  const id = newId();
  const { url, events, secret = makeSecret() } = wanted;
  const subject = await findSubject(platform, caller, wanted.package ?? null);
  const webhook = await asManager(platform, caller, slug, async (tx, organization) => {
    const packageId = idWithin(organization, subject);
    if ((await listWebhooks(tx, organization.id)).length >= webhookLimits.ofOneOrganization) {
      const most = webhookLimits.ofOneOrganization;
      throw new DomainError('policy_violation', `an organization has at most ${most} webhooks`);
    }
    const facts = { url, events: [...new Set(events)], packageId, isActive: true };
    const sealedSecret = boxOf(platform.config.secrets).seal(secret, id);
    await insertWebhook(tx, { ...facts, id, organizationId: organization.id, sealedSecret });
    await writeAudit(tx, {
      action: 'webhook_create',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { webhook_id: id, host: new URL(url).host, events: facts.events.join(' ') },
    });
    return requireWebhook(tx, organization.id, id);
  });
  return { webhook, secret };
}

function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** Signs with a new secret from now on, which is only in this answer. @throws as {@link listOwnWebhooks} */
export async function renewWebhookSecret(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks' | 'secrets'>,
  caller: Caller,
  named: NamedWebhook,
): Promise<string> {
  const secret = makeSecret();
  await changeWebhook(platform, caller, named, { secret });
  return secret;
}

/** New values of a webhook; absent members stay. */
interface WebhookChange {
  url?: string | undefined;
  events?: readonly WebhookEvent[] | undefined;
  /** Null: all packages of the organization. */
  package?: Named | null | undefined;
  isActive?: boolean | undefined;
  secret?: string | undefined;
}

/** Changes a webhook; absent members stay, equal members are not checked again. @throws as {@link createWebhook} */
export async function changeWebhook(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks' | 'secrets'>,
  caller: Caller,
  { slug, id }: NamedWebhook,
  wanted: WebhookChange,
): Promise<Webhook> {
  const found = await getWebhook(platform, caller, { slug, id });
  const change = differing(found, wanted);
  if (Object.keys(change).length === 0) return found;
  if (change.url !== undefined) assertReachable(platform.config.webhooks, change.url);
  const subject = await findSubject(platform, caller, change.package ?? null);
  return asManager(platform, caller, slug, async (tx, organization) => {
    const before = await requireWebhook(tx, organization.id, id);
    const { url = before.url, events = before.events, isActive = before.isActive, secret } = change;
    const sealedSecret = secret === undefined ? null : boxOf(platform.config.secrets).seal(secret, id);
    const packageId =
      change.package === undefined ? (before.package?.id ?? null) : idWithin(organization, subject);
    await updateWebhook(tx, id, { url, events: [...new Set(events)], packageId, isActive, sealedSecret });
    await writeAudit(tx, {
      action: 'webhook_update',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { webhook_id: id, changed: Object.keys(change).join(' ') },
    });
    return requireWebhook(tx, organization.id, id);
  });
}

/** Removes equal members: the webhook's package may no longer exist, and its address may be refused by now. */
function differing(webhook: Webhook, wanted: WebhookChange): WebhookChange {
  const has = {
    url: webhook.url,
    events: webhook.events.toSorted().join(' '),
    package: webhook.package && `${webhook.package.ecosystem}/${webhook.package.name}`,
    isActive: webhook.isActive,
    secret: null,
  };
  const wants = {
    ...wanted,
    events: wanted.events && [...new Set(wanted.events)].toSorted().join(' '),
    package: wanted.package && `${wanted.package.ecosystem.id}/${wanted.package.name}`,
  };
  const members = Object.keys(has) as (keyof WebhookChange)[];
  const changed = members.filter((key) => wants[key] !== undefined && wants[key] !== has[key]);
  return Object.fromEntries(changed.map((key) => [key, wanted[key]]));
}

/** Removes a webhook and its deliveries. @throws as {@link listOwnWebhooks} */
export async function removeWebhook(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks' | 'secrets'>,
  caller: Caller,
  { slug, id }: NamedWebhook,
): Promise<void> {
  await asManager(platform, caller, slug, async (tx, organization) => {
    await requireWebhook(tx, organization.id, id);
    await deleteWebhook(tx, id);
    await writeAudit(tx, {
      action: 'webhook_delete',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { webhook_id: id },
    });
  });
}

/** @throws DomainError `not_found` */
export async function requireWebhook(db: Queryable, organizationId: string, id: string): Promise<Webhook> {
  const webhook = isUuid(id) ? await findWebhook(db, organizationId, id) : null;
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `policy_violation` */
async function findSubject(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks' | 'secrets'>,
  caller: Caller,
  named: Named | null,
): Promise<PackageRow | null> {
  requireScopeFor(caller.actor, 'manage_organization');
  if (named === null) return null;
  const { pkg } = await onInput('package', getPackage(platform, caller, named));
  // a never visible package is deleted with its last rejected release, and its webhooks with it
  if (pkg.readableReleases === 0) {
    const detail = 'a webhook is about a package with a published version';
    throw aboutInput('package', new DomainError('policy_violation', detail));
  }
  return pkg;
}

/**
 * Checks that the package belongs to the organization, which gets no events of other packages.
 * @throws DomainError `not_found`
 */
function idWithin({ id }: OrganizationRow, subject: PackageRow | null): string | null {
  if (subject && subject.ownerOrgId !== id) throw aboutInput('package', notFound('package'));
  return subject?.id ?? null;
}
