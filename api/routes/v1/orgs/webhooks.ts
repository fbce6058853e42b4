import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { WebhookEvent } from '../../../../domain/webhook.ts';
import { type Webhook as WebhookRow } from '../../../../services/webhooks/manage.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { readNamed } from '../packages/params.ts';
import type { Services } from '../../../../services/index.ts';

const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  package: z
    .object({ ecosystem: z.string(), name: z.string() })
    .nullable()
    .describe('The only one that it is about; null: all of the organization'),
  is_active: z.boolean(),
  created_at: Time,
  updated_at: Time,
});

const Url = z.url({ protocol: /^https?$/ }).max(fieldLimits.link.characters);
const Events = z.array(WebhookEvent).min(1).max(WebhookEvent.options.length);
const Package = z
  .object({ ecosystem: z.string(), name: text(fieldLimits['package name']) })
  .nullable()
  .optional()
  .describe('Of the organization: it is told of this one alone');
const Secret = text(fieldLimits['webhook secret'])
  .min(16)
  .describe('Signs what is sent: HMAC-SHA256 of the body');

const params = z.object({ slug: z.string() });
const named = z.object({ slug: z.string(), id: text(fieldLimits.id) });

function present({
  id,
  url,
  events,
  package: pkg,
  isActive,
  createdAt,
  updatedAt,
}: WebhookRow): z.infer<typeof Webhook> {
  return {
    id,
    url,
    events,
    package: pkg && { ecosystem: pkg.ecosystem, name: pkg.name },
    is_active: isActive,
    created_at: time(createdAt),
    updated_at: time(updatedAt),
  };
}

/** For managers of an organization. */
export function registerWebhooks(app: Routes, services: Services): void {
  const shared = { tags: ['webhooks'], security: [{ bearer: [] }] };

  app.get(
    '/v1/orgs/:slug/webhooks',
    {
      schema: {
        ...shared,
        operationId: 'listWebhooks',
        summary: 'Webhooks of an organization, oldest first',
        params,
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, webhooks: z.array(Webhook) }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const found = await services.webhooks.list(caller, request.params.slug, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, webhooks: shown.map(present) };
    },
  );

  app.post(
    '/v1/orgs/:slug/webhooks',
    {
      schema: {
        ...shared,
        operationId: 'createWebhook',
        summary: 'Tell an address of events',
        params,
        body: z.object({ url: Url, events: Events, package: Package, secret: Secret.optional() }),
        response: {
          201: Webhook.extend({
            secret: z.string().describe('Shown only here; made for you where you sent none'),
          }),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const { package: named, ...wanted } = request.body;
      const { webhook, secret } = await services.webhooks.create(caller, request.params.slug, {
        ...wanted,
        package: named && readNamed(services, named),
      });
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...present(webhook), secret });
    },
  );

  app.patch(
    '/v1/orgs/:slug/webhooks/:id',
    {
      schema: {
        ...shared,
        operationId: 'updateWebhook',
        summary: 'Change a webhook; absent members stay',
        params: named,
        body: z.object({
          url: Url.optional(),
          events: Events.optional(),
          package: Package,
          secret: Secret.optional(),
          is_active: z.boolean().optional().describe('One that is not active is told of nothing'),
        }),
        response: { 200: Webhook },
      },
    },
    async (request) => {
      const { is_active: isActive, package: named, ...change } = request.body;
      const caller = callerOf(request, request.actor);
      return present(
        await services.webhooks.change(caller, request.params, {
          ...change,
          isActive,
          package: named && readNamed(services, named),
        }),
      );
    },
  );

  app.delete(
    '/v1/orgs/:slug/webhooks/:id',
    {
      schema: {
        ...shared,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook with its log',
        params: named,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await services.webhooks.remove(callerOf(request, request.actor), request.params);
      return reply.code(204).send(null);
    },
  );
}
