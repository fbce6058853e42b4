import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { Slug } from '../../../../domain/slugs.ts';
import { Email } from '../../../../domain/username.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { clearableLink, clearableText, text } from '../../fields.ts';
import type { Services } from '../../../../services/index.ts';

const Request = z.object({
  name: text(inputLimits['display name']).min(1),
  slug: Slug,
  description: clearableText(fieldLimits.description),
  website: clearableLink(),
  email: Email.nullish(),
});

export function registerCreateOrganization(app: Routes, services: Services): void {
  app.post(
    '/v1/orgs',
    {
      schema: {
        operationId: 'createOrganization',
        tags: ['organizations'],
        summary: 'Create an organization, whose first owner you are',
        security: [{ bearer: [] }],
        body: Request,
        response: { 201: z.object({ id: z.string(), slug: z.string() }) },
      },
    },
    async (request, reply) => {
      const { slug, name, description = null, website = null, email = null } = request.body;
      const wanted = { slug, name, description, website, email };
      return reply
        .code(201)
        .send(await services.organizations.create(callerOf(request, request.actor), wanted));
    },
  );
}
