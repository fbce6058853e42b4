import { z } from 'zod';
import type { ListedPublisher } from '../../../../../store/postgres/trusted-publishers.ts';
import { Time, time } from '../../../fields.ts';
import { packagePath } from '../find.ts';

export const publishersPath = `${packagePath}/trusted-publishers`;

export const TrustedPublisher = z.object({
  id: z.string(),
  issuer: z.string(),
  subject: z.string().nullable(),
  repository: z.string().nullable(),
  workflow_ref: z.string().nullable(),
  environment: z.string().nullable(),
  repository_owner_id: z.string().nullable().describe('Pinned by the first exchange'),
  needs_approval: z.boolean().describe('What it publishes waits for a person'),
  created_by: z.string(),
  created_at: Time,
});

export function presentPublisher(publisher: ListedPublisher): z.infer<typeof TrustedPublisher> {
  return {
    id: publisher.id,
    issuer: publisher.issuer,
    subject: publisher.subject,
    repository: publisher.repository,
    workflow_ref: publisher.workflowRef,
    environment: publisher.environment,
    repository_owner_id: publisher.repositoryOwnerId,
    needs_approval: publisher.needsApproval,
    created_by: publisher.createdBy,
    created_at: time(publisher.createdAt),
  };
}
