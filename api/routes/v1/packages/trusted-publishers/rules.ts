import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { anyWorkflow, type PublisherRules } from '../../../../../domain/trusted-publisher.ts';
import { clearableText, text } from '../../../fields.ts';

const rule = clearableText(fieldLimits['publisher rule']).transform((value) => value ?? null);

/** Code hosts number their owners; identity tokens contain the number as text. */
const OwnerId = z
  .union([z.string().regex(/^\d{1,20}$/, 'must be the number of an owner'), z.int().min(1)])
  .transform(String);

/** The rights of builds, also under npm's names. */
const PublisherPermission = z
  .enum(['publish', 'stage', 'createPackage', 'createStagedPackage'])
  .transform((word) => (word === 'publish' || word === 'createPackage' ? 'publish' : 'stage'));

/** The builds that a publisher trusts. */
export const PublisherRequest = z
  .object({
    issuer: text(fieldLimits.issuer).min(1).describe('Exactly as the issuer calls itself'),
    subject: rule,
    repository: rule.describe('owner/name of the source repository'),
    workflow_ref: text(fieldLimits['publisher rule'])
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
    permissions: z
      .array(PublisherPermission)
      .min(1)
      .optional()
      .describe('`stage` alone is the same as `needs_approval`; without them a build may publish'),
  })
  .refine(({ subject, repository }) => subject !== null || repository !== null, {
    path: ['repository'],
    message: 'a subject or a repository is needed: without, every build of the issuer could publish',
  })
  // refused, not ignored: otherwise the publisher would get more rights than requested
  .refine((body) => !(body.needs_approval && body.permissions?.includes('publish')), {
    path: ['permissions'],
    message: 'what waits for a person is not published: say stage alone, or leave needs_approval out',
  });

export function readRules(
  body: z.infer<typeof PublisherRequest>,
): PublisherRules & { needsApproval: boolean; repositoryOwnerId: string | null } {
  return {
    issuer: body.issuer,
    subject: body.subject,
    repository: body.repository,
    workflowRef: body.workflow_ref,
    environment: body.environment,
    needsApproval: body.needs_approval || body.permissions?.includes('publish') === false,
    repositoryOwnerId: body.repository_owner_id,
  };
}
