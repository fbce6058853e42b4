import { listDeliveriesOf, redeliver } from './deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listOwnWebhooks,
  removeWebhook,
  renewWebhookSecret,
} from './manage.ts';

/** Operations on webhooks of organizations, for every surface. */
export const webhooks = {
  listDeliveries: listDeliveriesOf,
  redeliver,
  list: listOwnWebhooks,
  get: getWebhook,
  renewSecret: renewWebhookSecret,
  create: createWebhook,
  change: changeWebhook,
  remove: removeWebhook,
};
