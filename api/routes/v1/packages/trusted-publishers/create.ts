import { z } from 'zod';
import { canPublish } from '../../../../../domain/access.ts';
import { addPublishers } from '../../../../identity/oidc/publishers.ts';
import { performerOf } from '../../../../identity/origin.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText, text } from '../../../fields.ts';
import { getWritablePackage, PackageParams } from '../find.ts';
import { presentPublisher, publishersPath, TrustedPublisher } from './present.ts';

const rule = clearableText(500).transform((value) => value ?? null);

const Request = z
  .object({
    issuer: text(300).min(1).describe('Exactly as the issuer calls itself'),
    subject: rule,
    repository: rule.describe('owner/name of the source repository'),
    workflow_ref: rule.describe('File name of a workflow, its whole path, or that with @ and a reference'),
    environment: rule,
    needs_approval: z.boolean().default(false).describe('What it publishes waits for a person'),
    // refused instead of ignored: a publisher that may do more than asked for would be a trap
    permissions: z.never().optional(),
  })
  .refine(({ subject, repository }) => subject !== null || repository !== null, {
    path: ['repository'],
    message: 'a subject or a repository is needed: without, every build of the issuer could publish',
  });

export function registerCreateTrustedPublisher(app: Routes, deps: ManagementDeps): void {
  app.post(
    publishersPath,
    {
      schema: {
        operationId: 'createTrustedPublisher',
        tags: ['packages'],
        summary: 'Let builds publish a package without a stored token; they act for you',
        security: [{ bearer: [] }],
        params: PackageParams,
        body: Request,
        response: { 201: TrustedPublisher },
      },
    },
    async (request, reply) => {
      const { pkg, actor } = await getWritablePackage(deps, request.actor, request.params, canPublish);
      const {
        issuer,
        subject,
        repository,
        workflow_ref: workflowRef,
        environment,
        needs_approval: needsApproval,
      } = request.body;
      const rules = { issuer, subject, repository, workflowRef, environment, needsApproval };
      const [created] = await addPublishers(
        { pool: deps.pool, oidcIssuers: deps.config.auth.oidcIssuers },
        pkg,
        [rules],
        performerOf(request, actor),
      );
      if (!created) throw new Error('a publisher was added and is not there');
      return reply.code(201).send(presentPublisher({ ...created, createdBy: actor.username }));
    },
  );
}
