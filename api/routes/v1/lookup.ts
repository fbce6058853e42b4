import { z } from 'zod';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { purlOf } from '../../../domain/purl.ts';
import { callerOf } from '../../callers.ts';
import type { Routes } from '../routes.ts';
import { text } from '../fields.ts';
import type { Services } from '../../../services/index.ts';

const Found = z.object({
  purl: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  package_url: z.string(),
  releases_url: z.string(),
  release_url: z.string().nullable(),
  artifacts_url: z.string().nullable(),
});

export function registerLookUpPurl(app: Routes, services: Services): void {
  app.get(
    '/v1/lookup',
    {
      schema: {
        operationId: 'lookUpPurl',
        tags: ['packages'],
        summary: 'Where a package URL leads on this registry',
        querystring: z.object({
          purl: text(fieldLimits.purl).min(1).describe('E.g. pkg:npm/%40acme/probe@1.0.0'),
        }),
        response: { 200: Found },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { ecosystem, pkg, release } = await services.packages.lookUpPurl(caller, request.query.purl);
      const { publicUrl } = services.config.http;
      const packageUrl = `${publicUrl}/v1/packages/${ecosystem.id}/${encodeURIComponent(pkg.name)}`;
      const releaseUrl = release && `${packageUrl}/releases/${encodeURIComponent(release.version)}`;
      return {
        purl: purlOf(ecosystem.purlType, pkg.name, release?.version),
        ecosystem: ecosystem.id,
        name: pkg.name,
        version: release?.version ?? null,
        package_url: packageUrl,
        releases_url: `${packageUrl}/releases`,
        release_url: releaseUrl,
        artifacts_url: releaseUrl && `${releaseUrl}/artifacts`,
      };
    },
  );
}
