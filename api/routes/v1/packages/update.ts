import { z } from 'zod';
import { requireRecentLogin } from '../../../../domain/actor.ts';
import { Visibility } from '../../../../domain/visibility.ts';
import type { PackageChange } from '../../../../store/postgres/packages/package-write.ts';
import { performerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { clearableLink, clearableText, text } from '../../fields.ts';
import { afterChange } from './after-change.ts';
import { changePackage, findDifferences } from './change.ts';
import { getVisiblePackage, getWritablePackage, PackageParams, packagePath } from './find.ts';
import { Package, presentPackage } from './present.ts';

const Request = z
  .object({
    display_name: clearableText(200),
    description: clearableText(4_000),
    readme: clearableText(500_000),
    homepage: clearableLink(),
    repository_url: clearableLink(),
    license: clearableText(200),
    keywords: z.array(text(64).min(1)).max(50).optional(),
    visibility: Visibility.optional(),
    is_deprecated: z.boolean().optional(),
    deprecation_message: clearableText(1_000),
    trusted_publishing_only: z
      .boolean()
      .optional()
      .describe(
        'true refuses publishes by any other token than those of its trusted publishers; false again needs a session with a recent log-in',
      ),
  })
  .describe('Absent members stay; null or an empty text clears');

export function registerUpdatePackage(app: Routes, deps: ManagementDeps): void {
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
      const subject = await getWritablePackage(deps, request.actor, request.params, ['edit', 'administer']);
      const { actor, pkg } = subject;
      const change = readChange(request.body);
      // else the token that may not publish would first allow itself to
      const isOpened = pkg.trustedPublishingOnly && change.trustedPublishingOnly === false;
      if (isOpened) requireRecentLogin(actor, deps.config.auth.recentLoginSeconds);
      if (Object.keys(findDifferences(pkg, change)).length > 0) {
        const by = { actor, performer: performerOf(request, actor) };
        await deps.catalog.changePackage(pkg.id, (tx, locked) => changePackage(tx, locked, change, by));
        await afterChange(deps, request, pkg);
      }
      return presentPackage(await getVisiblePackage(deps, actor, request.params), actor);
    },
  );
}

function readChange(body: z.infer<typeof Request>): PackageChange {
  const {
    display_name,
    repository_url,
    is_deprecated,
    deprecation_message,
    trusted_publishing_only,
    ...same
  } = body;
  return {
    ...same,
    displayName: display_name,
    repositoryUrl: repository_url,
    isDeprecated: is_deprecated,
    deprecationMessage: deprecation_message,
    trustedPublishingOnly: trusted_publishing_only,
  };
}
