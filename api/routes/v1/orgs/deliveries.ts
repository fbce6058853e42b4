import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { type SentDelivery } from '../../../../services/webhooks/deliveries.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time, timeOrNull } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

const Delivery = z.object({
  id: z.string(),
  event: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  response_status: z.int().nullable().describe('Of the last attempt'),
  error: z.string().nullable().describe('Of the last attempt'),
  redelivery_of: z.string().nullable(),
  workflow_id: z.string(),
  created_at: Time,
  finished_at: Time.nullable(),
});

function present(delivery: SentDelivery): z.infer<typeof Delivery> {
  return {
    id: delivery.id,
    event: delivery.event,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    error: delivery.error,
    redelivery_of: delivery.redeliveryOf,
    workflow_id: delivery.workflowId,
    created_at: time(delivery.createdAt),
    finished_at: timeOrNull(delivery.finishedAt),
  };
}

/** Deliveries and their outcome. */
export function registerDeliveries(app: Routes, services: Services): void {
  const shared = { tags: ['webhooks'], security: [{ bearer: [] }] };

  app.get(
    '/v1/orgs/:slug/webhooks/:id/deliveries',
    {
      schema: {
        ...shared,
        operationId: 'listDeliveries',
        summary: 'Deliveries of a webhook, newest first; kept for 30 days',
        params: z.object({ slug: z.string(), id: text(fieldLimits.id) }),
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, deliveries: z.array(Delivery) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const found = await services.webhooks.listDeliveries(caller, request.params, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, deliveries: shown.map(present) };
    },
  );

  app.post(
    '/v1/orgs/:slug/webhooks/:id/deliveries/:delivery_id/redeliver',
    {
      schema: {
        ...shared,
        operationId: 'redeliver',
        summary: 'Send the same words once more',
        params: z.object({ slug: z.string(), id: text(fieldLimits.id), delivery_id: text(fieldLimits.id) }),
        response: { 202: z.object({ id: z.string() }) },
      },
    },
    async (request, reply) => {
      const { slug, id, delivery_id: deliveryId } = request.params;
      const caller = callerOf(request, request.actor);
      return reply
        .code(202)
        .send({ id: await services.webhooks.redeliver(caller, { slug, id, deliveryId }) });
    },
  );
}
