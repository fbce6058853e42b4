import { authorize, authorizeReading, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { type WebhookEvent, webhookLimits } from '../../domain/webhook.ts';
import type { Format } from '../../ecosystems/format.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import {
  findOwnWebhook,
  insertOwnWebhook,
  listOwnWebhooks as listRows,
  lockAndCountOwnWebhooks,
  type OwnWebhook,
} from '../../store/postgres/webhooks/own-webhooks.ts';
import { deleteEndedWebhooks, lockAndCountAboutAll } from '../../store/postgres/webhooks/live-webhooks.ts';
import { deleteWebhook } from '../../store/postgres/webhooks/webhooks.ts';
import { nameKeyOf } from '../packages/find.ts';
import { getOwnSubject, ownTarget, secretOf } from './own-subject.ts';
import { assertReachable } from './reachable.ts';
import type { Configured, Platform } from '../platform.ts';
import type { NamedWebhook } from '../../ecosystems/context/webhooks.ts';

/** The only event of protocols with such webhooks. */
const events: readonly WebhookEvent[] = ['release.published'];

/**
 * The caller's webhooks in one ecosystem, oldest first.
 * @throws DomainError `unauthenticated`, `insufficient_scope`
 */
export async function listOwnWebhooks(
  { pool }: Pick<Platform, 'pool'> & Configured<'webhooks'>,
  caller: Caller,
  ecosystem: Format,
): Promise<readonly OwnWebhook[]> {
  const target = ownTarget(caller, { ecosystem, name: null });
  const { userId } = authorizeReading(caller.actor, 'manage_webhooks', target);
  return listRows(pool, userId, ecosystem.id);
}

/**
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `duplicate`,
 * `validation_failed`, `policy_violation`
 */
export async function createOwnWebhook(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks'>,
  caller: Caller,
  ecosystem: Format,
  { url, name }: NamedWebhook,
): Promise<void> {
  const { user, pkg } = await getOwnSubject(platform, caller, { ecosystem, name });
  assertReachable(platform.config.webhooks, url);
  const secret = await secretOf(platform.pool, user);
  const { userId } = user;
  const target = { userId, ecosystem: ecosystem.id, packageId: pkg?.id ?? null, url };
  await platform.pool.transaction(async (tx) => {
    await deleteEndedWebhooks(tx, userId);
    const counts = await lockAndCountOwnWebhooks(tx, userId);
    if ((await findOwnWebhook(tx, target)) !== null) {
      const of = pkg?.name ?? 'all';
      throw new DomainError('duplicate', `A hook for ${url} has already been registered for ${of}`);
    }
    await assertPlaceLeft(tx, counts, { isAboutAll: pkg === null });
    const id = newId();
    await insertOwnWebhook(tx, target, { id, secret, events });
    await writeAudit(tx, {
      action: 'webhook_create',
      performer: performedBy(caller),
      targetUserId: userId,
      metadata: { webhook_id: id, host: new URL(url).host, events: events.join(' ') },
    });
  });
}

/** @throws DomainError `policy_violation` */
async function assertPlaceLeft(
  tx: Transaction,
  { total, aboutAll }: { total: number; aboutAll: number },
  { isAboutAll }: { isAboutAll: boolean },
): Promise<void> {
  const { ofOnePerson, aboutAllOfOnePerson, aboutAllOfOneInstance } = webhookLimits;
  const refuse = (what: string) => new DomainError('policy_violation', what);
  if (total >= ofOnePerson) throw refuse(`a person has at most ${ofOnePerson} webhooks`);
  if (!isAboutAll) return;
  if (aboutAll >= aboutAllOfOnePerson) {
    throw refuse(`a person has at most ${aboutAllOfOnePerson} webhooks about all packages`);
  }
  if ((await lockAndCountAboutAll(tx)) >= aboutAllOfOneInstance) {
    throw refuse(`this registry has its ${aboutAllOfOneInstance} webhooks about all packages: name one`);
  }
}

/**
 * Removes a webhook and its deliveries.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`
 */
export async function removeOwnWebhook(
  { pool }: Pick<Platform, 'pool'> & Configured<'webhooks'>,
  caller: Caller,
  ecosystem: Format,
  { url, name }: NamedWebhook,
): Promise<void> {
  const { userId } = requireScopeFor(caller.actor, 'manage_webhooks');
  const nameKey = name === null ? null : nameKeyOf({ ecosystem, name });
  await pool.transaction(async (tx) => {
    await lockAndCountOwnWebhooks(tx, userId);
    const own = await listRows(tx, userId, ecosystem.id);
    // by names: a user who can no longer see a package can still remove its webhook
    const found = own.find((each) => each.url === url && each.nameKey === nameKey);
    if (!found) throw notFound('webhook');
    const target = { ...ownTarget(caller, { ecosystem, name }), packageId: found.packageId };
    authorize(caller.actor, 'manage_webhooks', target);
    await deleteWebhook(tx, found.id);
    await writeAudit(tx, {
      action: 'webhook_delete',
      performer: performedBy(caller),
      targetUserId: userId,
      metadata: { webhook_id: found.id },
    });
  });
}
