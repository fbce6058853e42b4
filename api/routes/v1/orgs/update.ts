import { z } from 'zod';
import { hoursOf } from '../../../../domain/limits.ts';
import { fieldLimits, policyLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { Email } from '../../../../domain/username.ts';
import { type OrganizationChange } from '../../../../services/organizations/update.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { clearableLink, clearableText, text } from '../../fields.ts';
import { Organization, presentOrganization } from './present.ts';
import type { Services } from '../../../../services/index.ts';
import { RequiredApproval } from '../../../../domain/policy.ts';

const Request = z
  .object({
    name: text(inputLimits['display name']).min(1).optional(),
    description: clearableText(fieldLimits.description),
    website: clearableLink(),
    email: Email.nullish(),
    member_directory_is_private: z
      .boolean()
      .optional()
      .describe('Only those who manage the organization see its members then'),
    mfa_required: z
      .boolean()
      .optional()
      .describe('Members without a second factor change nothing of the organization then'),
    require_approval: z
      .enum(['none', ...RequiredApproval.options])
      .nullish()
      .describe(
        'Of its policy: releases wait for an approval, with `two_person` of a person who uploaded none of the files',
      ),
    min_release_age_hours: z
      .int()
      .min(0)
      .max(hoursOf(policyLimits['cool down']))
      .nullish()
      .describe('Its policy’s `cool_down_hours`: others see a release so long after it came; 0 is none'),
  })
  .describe('Absent members stay');

export function registerUpdateOrganization(app: Routes, services: Services): void {
  app.patch(
    '/v1/orgs/:slug',
    {
      schema: {
        operationId: 'updateOrganization',
        tags: ['organizations'],
        summary: 'Change an organization; for its administrators',
        security: [{ bearer: [] }],
        params: z.object({ slug: z.string() }),
        body: Request,
        response: { 200: Organization },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const change = changeOf(request.body);
      return presentOrganization(await services.organizations.update(caller, request.params.slug, change));
    },
  );
}

function changeOf(body: z.infer<typeof Request>): OrganizationChange {
  const { name, description, website, email, member_directory_is_private: isPrivate } = body;
  const { mfa_required: mfaRequired, require_approval: approval, min_release_age_hours: hours } = body;
  const policy = {
    ...(approval === undefined ? {} : { require_approval: approval === 'none' ? null : approval }),
    ...(hours === undefined ? {} : { cool_down_hours: hours === 0 ? null : hours }),
  };
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(website === undefined ? {} : { website }),
    ...(email === undefined ? {} : { email }),
    policy,
    ...(mfaRequired === undefined ? {} : { mfaRequired }),
    ...(isPrivate === undefined ? {} : { memberDirectoryIsPrivate: isPrivate }),
  };
}
