import { z } from 'zod';
import { anyWorkflow, isWeak, pinningOf, warningsOf } from '../../../../../domain/trusted-publisher.ts';
import type { ListedPublisher } from '../../../../../services/packages/trusted-publishers.ts';
import { Time, time } from '../../../fields.ts';
import { packagePath } from '../params.ts';

export const publishersPath = `${packagePath}/trusted-publishers`;

export const TrustedPublisher = z.object({
  id: z.string(),
  issuer: z.string(),
  subject: z.string().nullable(),
  repository: z.string().nullable(),
  workflow_ref: z.string().describe('* is any workflow'),
  environment: z.string().nullable(),
  repository_owner_id: z
    .string()
    .nullable()
    .describe('Builds of a repository that has another owner get nothing'),
  owner_pinned: z
    .enum(['at_creation', 'at_first_exchange', 'pending'])
    .describe('When repository_owner_id was pinned; pending: the first exchange will'),
  is_weak: z.boolean().describe('Any workflow of the source may publish'),
  warnings: z.array(z.string()),
  needs_approval: z.boolean().describe('What it publishes waits for a person'),
  permissions: z.array(z.enum(['publish', 'stage'])),
  created_by: z.string(),
  created_at: Time,
});

export function presentPublisher(publisher: ListedPublisher): z.infer<typeof TrustedPublisher> {
  return {
    id: publisher.id,
    issuer: publisher.issuer,
    subject: publisher.subject,
    repository: publisher.repository,
    workflow_ref: publisher.workflowRef ?? anyWorkflow,
    environment: publisher.environment,
    repository_owner_id: publisher.repositoryOwnerId,
    owner_pinned: pinningOf(publisher),
    is_weak: isWeak(publisher),
    warnings: warningsOf(publisher),
    needs_approval: publisher.needsApproval,
    permissions: publisher.needsApproval ? ['stage'] : ['publish', 'stage'],
    created_by: publisher.createdBy,
    created_at: time(publisher.createdAt),
  };
}
