import { z } from 'zod';
import { DomainError } from '../../../../domain/errors.ts';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { Slug } from '../../../../domain/slugs.ts';
import { Visibility } from '../../../../domain/visibility.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { clearableLink, clearableText, text } from '../../fields.ts';
import { readEcosystem } from './params.ts';
import type { Services } from '../../../../services/index.ts';

const Request = z.object({
  ecosystem: z.string().min(1).max(fieldLimits['ecosystem of a new package'].characters),
  name: text(fieldLimits['package name']).min(1),
  repository_slug: Slug,
  visibility: Visibility.exclude(['quarantined']).optional().describe('Absent: that of the repository'),
  display_name: clearableText(inputLimits['display name']),
  description: clearableText(fieldLimits['package description']),
  readme: clearableText(fieldLimits.readme),
  homepage: clearableLink(),
  repository_url: clearableLink(),
  license: clearableText(fieldLimits.license),
  keywords: z.array(text(fieldLimits.keywords).min(1)).max(fieldLimits.keywords.count).optional(),
});

const Created = z.object({
  id: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  normalized_name: z.string(),
  repository_slug: z.string(),
  visibility: Visibility,
  owner_user_id: z.string().nullable(),
  owner_org_id: z.string().nullable(),
});

export function registerCreatePackage(app: Routes, services: Services): void {
  app.post(
    '/v1/packages',
    {
      schema: {
        operationId: 'createPackage',
        tags: ['packages'],
        summary: 'Take a name before its first release; until then only those who look after it see it',
        security: [{ bearer: [] }],
        body: Request,
        response: { 201: Created },
      },
    },
    async (request, reply) => {
      const { ecosystem: given, name, repository_slug: repositorySlug, visibility, ...texts } = request.body;
      const ecosystem = services.ecosystems.all.find(({ id }) => id === readEcosystem(given));
      if (!ecosystem) throw unknown(given);
      const caller = callerOf(request, request.actor);
      const { display_name: displayName, repository_url: repositoryUrl, ...same } = texts;
      const wanted = { repositorySlug, visibility, texts: { ...same, displayName, repositoryUrl } };
      const { pkg } = await services.packages.create(caller, { ecosystem, name }, wanted);
      return reply.code(201).send({
        id: pkg.id,
        ecosystem: pkg.ecosystem,
        name: pkg.name,
        normalized_name: pkg.nameKey,
        repository_slug: pkg.repositorySlug,
        visibility: pkg.visibility,
        owner_user_id: pkg.ownerUserId,
        owner_org_id: pkg.ownerOrgId,
      });
    },
  );
}

function unknown(given: string): DomainError {
  const message = `${given} is not served here`;
  return new DomainError('validation_failed', message, {
    errors: [{ path: 'ecosystem', code: 'unknown', message }],
  });
}
