import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { Visibility } from '../../../../domain/visibility.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { clearableLink, clearableText, text } from '../../fields.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import { Package, presentPackage } from './present.ts';
import type { Services } from '../../../../services/index.ts';
import { acceptsRulesFields, readAccepted } from '../accepts-rules.ts';

const OtherIndexes = z
  .array(z.url({ protocol: /^https?$/ }).max(fieldLimits.link.characters))
  .max(fieldLimits['other indexes'].count)
  .optional();

const Request = z
  .object({
    display_name: clearableText(inputLimits['display name']),
    description: clearableText(fieldLimits['package description']),
    readme: clearableText(fieldLimits.readme),
    homepage: clearableLink(),
    repository_url: clearableLink(),
    license: clearableText(fieldLimits.license),
    keywords: z.array(text(fieldLimits.keywords).min(1)).max(fieldLimits.keywords.count).optional(),
    visibility: Visibility.optional(),
    is_deprecated: z.boolean().optional(),
    deprecation_message: clearableText(fieldLimits.reason),
    is_archived: z
      .literal(false)
      .optional()
      .describe('false brings an archived package back; DELETE archives it'),
    tracks: OtherIndexes.describe(
      'PyPI: pages of the project in the indexes that this registry adds to (PEP 708). Platform administrators only',
    ),
    alternate_locations: OtherIndexes.describe(
      'PyPI: pages of the project in the other indexes that its people publish to (PEP 708)',
    ),
    trusted_publishing_only: z
      .boolean()
      .optional()
      .describe(
        'true refuses publishes by any other token than those of its trusted publishers; false again needs a session with a recent log-in',
      ),
    ...acceptsRulesFields,
  })
  .describe('Absent members stay; null or an empty text clears');

export function registerUpdatePackage(app: Routes, services: Services): void {
  app.patch(
    packagePath,
    {
      schema: {
        operationId: 'updatePackage',
        tags: ['packages'],
        summary: 'Change what a package page says, or who may see the package',
        security: [{ bearer: [] }],
        params: PackageParams,
        body: Request,
        response: { 200: Package },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const named = readNamed(services, request.params);
      const { body } = request;
      const subject = await services.packages.update(caller, named, readChange(body), readAccepted(body));
      return presentPackage(await services.packages.pageOf(caller, subject));
    },
  );
}

/** Translates the members of the body to the names of the services. */
function readChange(body: z.infer<typeof Request>) {
  const {
    display_name,
    repository_url,
    is_deprecated,
    deprecation_message,
    is_archived,
    alternate_locations,
    trusted_publishing_only,
    accepts_rules: _rules,
    arrival_digest: _digest,
    ...same
  } = body;
  return {
    ...same,
    displayName: display_name,
    repositoryUrl: repository_url,
    isDeprecated: is_deprecated,
    deprecationMessage: deprecation_message,
    isArchived: is_archived,
    alternateLocations: alternate_locations,
    trustedPublishingOnly: trusted_publishing_only,
  };
}
