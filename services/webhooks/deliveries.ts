import { validate as isUuid } from 'uuid';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import { newId } from '../../store/postgres/ids.ts';
import { copyDelivery, type Delivery, listDeliveries } from '../../store/postgres/webhooks/deliveries.ts';
import { ids } from '../../workflows/definitions.ts';
import { asManager, forManager } from '../organizations/in-organization.ts';
import { type NamedWebhook, requireWebhook } from './manage.ts';
import type { Configured, Platform } from '../platform.ts';

/** A delivery with its workflow. */
export type SentDelivery = Delivery & { workflowId: string };

/** Newest first. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function listDeliveriesOf(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks' | 'secrets'>,
  caller: Caller,
  { slug, id }: NamedWebhook,
  window: Window,
): Promise<readonly SentDelivery[]> {
  const organization = await forManager(platform, caller, slug);
  await requireWebhook(platform.pool, organization.id, id);
  const found = await listDeliveries(platform.pool, id, window);
  return found.map((delivery) => ({ ...delivery, workflowId: ids.webhook(delivery.id) }));
}

/** Sends the same message again as a new delivery, and returns its id. @throws as {@link listDeliveriesOf} */
export async function redeliver(
  platform: Pick<Platform, 'pool'> & Configured<'webhooks' | 'secrets'>,
  caller: Caller,
  { slug, id, deliveryId }: NamedWebhook & { deliveryId: string },
): Promise<string> {
  return asManager(platform, caller, slug, async (tx, organization) => {
    await requireWebhook(tx, organization.id, id);
    const copy = { id: newId(), of: deliveryId, webhookId: id };
    if (!isUuid(deliveryId) || !(await copyDelivery(tx, copy))) throw notFound('delivery');
    return copy.id;
  });
}
