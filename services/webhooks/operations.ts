import { listDeliveriesOf, redeliver } from './deliveries.ts';
import { changeWebhook, createWebhook, listOwnWebhooks, removeWebhook } from './manage.ts';

/** Webhooks of organizations: what every surface may ask for. */
export const webhooks = {
  listDeliveries: listDeliveriesOf,
  redeliver,
  list: listOwnWebhooks,
  create: createWebhook,
  change: changeWebhook,
  remove: removeWebhook,
};
