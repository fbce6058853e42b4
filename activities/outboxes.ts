import { listWaitingMails, markMailStarted } from '../store/postgres/mails/mails.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { listWaitingDeliveries, markStarted } from '../store/postgres/webhooks/deliveries.ts';
import { ids, workflowNames } from '../workflows/definitions.ts';
import type { Outbox } from './dispatch.ts';

export function webhookOutbox(pool: Pool): Outbox {
  return {
    name: 'webhooks',
    workflow: workflowNames.deliverWebhook,
    async list(limit) {
      const waiting = await listWaitingDeliveries(pool, limit);
      return waiting.map(({ id, event, isOfPerson }) => ({
        id,
        workflowId: ids.webhook(id),
        summary: `webhook ${event}`,
        input: { deliveryId: id },
        isLessUrgent: isOfPerson,
      }));
    },
    markStarted: (id) => markStarted(pool, id),
  };
}

export function mailOutbox(pool: Pool): Outbox {
  return {
    name: 'mails',
    workflow: workflowNames.deliverMail,
    async list(limit) {
      const waiting = await listWaitingMails(pool, limit);
      return waiting.map(({ id, kind }) => ({
        id,
        workflowId: ids.mail(id),
        summary: `mail ${kind}`,
        input: { mailId: id, kind },
      }));
    },
    markStarted: (id) => markMailStarted(pool, id),
  };
}
