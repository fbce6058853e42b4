import { listDeliveriesOf, redeliver } from './deliveries.ts';
import { changeWebhook, createWebhook, listOwnWebhooks, removeWebhook } from './manage.ts';

/** Operations on webhooks of organizations, for every surface. */
export const webhooks = {
  listDeliveries: listDeliveriesOf,
  redeliver,
  list: listOwnWebhooks,
  create: createWebhook,
  change: changeWebhook,
  remove: removeWebhook,
};
