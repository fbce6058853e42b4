import { z } from 'zod';
import { DomainError } from '../../../../domain/errors.ts';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { anyWorkflow } from '../../../../domain/trusted-publisher.ts';
import { type PendingPublisher } from '../../../../services/trust/pending-publishers.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { readNamed } from '../packages/params.ts';
import { PublisherRequest, readRules } from '../packages/trusted-publishers/rules.ts';
import type { Services } from '../../../../services/index.ts';

const Pending = z.object({
  id: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  issuer: z.string(),
  subject: z.string().nullable(),
  repository: z.string().nullable(),
  workflow_ref: z.string().describe('* is any workflow'),
  environment: z.string().nullable(),
  repository_owner_id: z.string().nullable(),
  created_by: z.string(),
  created_at: Time,
});

function present(publisher: PendingPublisher): z.infer<typeof Pending> {
  return {
    id: publisher.id,
    ecosystem: publisher.ecosystem,
    name: publisher.name,
    issuer: publisher.issuer,
    subject: publisher.subject,
    repository: publisher.repository,
    workflow_ref: publisher.workflowRef ?? anyWorkflow,
    environment: publisher.environment,
    repository_owner_id: publisher.repositoryOwnerId,
    created_by: publisher.createdByName,
    created_at: time(publisher.createdAt),
  };
}

/** Builds that may create packages of an organization. */
export function registerPendingPublishers(app: Routes, services: Services): void {
  const shared = { tags: ['trusted publishing'], security: [{ bearer: [] }] };
  const params = z.object({ slug: z.string() });

  app.get(
    '/v1/orgs/:slug/pending-publishers',
    {
      schema: {
        ...shared,
        operationId: 'listPendingPublishers',
        summary: 'Builds that may make packages which are not there yet',
        params,
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, pending_publishers: z.array(Pending) }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const found = await services.trust.listPending(caller, request.params.slug, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, pending_publishers: shown.map(present) };
    },
  );

  app.post(
    '/v1/orgs/:slug/pending-publishers',
    {
      schema: {
        ...shared,
        operationId: 'createPendingPublisher',
        summary:
          'Let a build make a package of the organization without a stored token; it acts for you. Needs a session with a recent log-in',
        params,
        body: PublisherRequest.safeExtend({
          ecosystem: z.string().max(fieldLimits.ecosystem.characters),
          name: text(fieldLimits['package name']).min(1),
        }),
        response: { 201: Pending },
      },
    },
    async (request, reply) => {
      const { needsApproval, ...rules } = readRules(request.body);
      if (needsApproval) {
        const message =
          'a pending publisher publishes at once: let the publisher of the package need approvals, once it is there';
        throw new DomainError('validation_failed', message, {
          errors: [{ path: 'needs_approval', code: 'invalid', message }],
        });
      }
      const named = readNamed(services, request.body);
      const caller = callerOf(request, request.actor);
      const added = await services.trust.addPending(caller, request.params.slug, { ...rules, ...named });
      return reply.code(201).send(present(added));
    },
  );

  app.delete(
    '/v1/orgs/:slug/pending-publishers/:id',
    {
      schema: {
        ...shared,
        operationId: 'deletePendingPublisher',
        summary: 'Take it back',
        params: z.object({ slug: z.string(), id: text(fieldLimits.id) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { slug, id } = request.params;
      await services.trust.removePending(callerOf(request, request.actor), slug, id);
      return reply.code(204).send(null);
    },
  );
}
