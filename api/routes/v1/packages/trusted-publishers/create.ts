import { z } from 'zod';
import { anyWorkflow } from '../../../../../domain/trusted-publisher.ts';
import { addTrustedPublishers } from '../../../../../services/packages/trusted-publishers.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText, text } from '../../../fields.ts';
import { PackageParams, readNamed } from '../params.ts';
import { presentPublisher, publishersPath, readDeps, TrustedPublisher } from './present.ts';

const rule = clearableText(500).transform((value) => value ?? null);

/** Hosts count owners; identity tokens write the number as text. */
const OwnerId = z
  .union([z.string().regex(/^\d{1,20}$/, 'must be the number of an owner'), z.int().min(1)])
  .transform(String);

const Request = z
  .object({
    issuer: text(300).min(1).describe('Exactly as the issuer calls itself'),
    subject: rule,
    repository: rule.describe('owner/name of the source repository'),
    workflow_ref: text(500)
      .min(1)
      .describe(
        'File name of a workflow, its whole path, or that with @ and a reference; * for any, which is weak',
      )
      .transform((value) => (value === anyWorkflow ? null : value)),
    environment: rule,
    repository_owner_id: OwnerId.nullish()
      .transform((value) => value ?? null)
      .describe(
        'Number of the owner at the host (GitHub: repository_owner_id, GitLab: namespace_id). Without it the first exchange pins it',
      ),
    needs_approval: z.boolean().default(false).describe('What it publishes waits for a person'),
    // refused instead of ignored: a publisher that may do more than asked for would be a trap
    permissions: z.never().optional(),
  })
  .refine(({ subject, repository }) => subject !== null || repository !== null, {
    path: ['repository'],
    message: 'a subject or a repository is needed: without, every build of the issuer could publish',
  });

export function registerCreateTrustedPublisher(app: Routes, management: ManagementDeps): void {
  const deps = readDeps(management);
  app.post(
    publishersPath,
    {
      schema: {
        operationId: 'createTrustedPublisher',
        tags: ['packages'],
        summary:
          'Let builds publish a package without a stored token; they act for you. Needs a session with a recent log-in',
        security: [{ bearer: [] }],
        params: PackageParams,
        body: Request,
        response: { 201: TrustedPublisher },
      },
    },
    async (request, reply) => {
      const {
        issuer,
        subject,
        repository,
        workflow_ref: workflowRef,
        environment,
        needs_approval: needsApproval,
        repository_owner_id: repositoryOwnerId,
      } = request.body;
      const rules = {
        issuer,
        subject,
        repository,
        workflowRef,
        environment,
        needsApproval,
        repositoryOwnerId,
      };
      const caller = callerOf(request, request.actor);
      const [created] = await addTrustedPublishers(deps, caller, readNamed(deps, request.params), [rules]);
      if (!created) throw new Error('a publisher that was just added is missing');
      return reply.code(201).send(presentPublisher(created));
    },
  );
}
