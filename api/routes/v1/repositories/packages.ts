import { z } from 'zod';
import { Visibility } from '../../../../domain/visibility.ts';
import { type RepositoryPackage } from '../../../../services/repositories/packages.ts';
import type { Routes } from '../../routes.ts';
import { Time, time } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

const Package = z.object({
  id: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  visibility: Visibility,
  latest_version: z.string().nullable(),
  download_count: z.int(),
  is_deprecated: z.boolean(),
  is_archived: z.boolean(),
  created_at: Time,
  updated_at: Time,
});

const Page = z.object({
  ...pageFields,
  total: z.int(),
  packages: z.array(Package),
});

export function registerRepositoryPackages(app: Routes, services: Services): void {
  app.get(
    '/v1/repositories/:slug/packages',
    {
      schema: {
        operationId: 'listRepositoryPackages',
        tags: ['repositories'],
        summary: 'Packages of a repository; held and archived ones for managers only',
        params: z.object({ slug: z.string() }),
        querystring: z.object(paging(20)),
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const { slug } = request.params;
      const found = await services.repositories.listPackages(request.actor, slug, page.window);
      const { shown, fields } = page.close(reply, found.packages);
      return { ...fields, total: found.total, packages: shown.map(present) };
    },
  );
}

function present(pkg: RepositoryPackage): z.infer<typeof Package> {
  return {
    id: pkg.id,
    ecosystem: pkg.ecosystem,
    name: pkg.name,
    description: pkg.description,
    visibility: pkg.visibility,
    latest_version: pkg.latestVersion,
    download_count: pkg.downloadCount,
    is_deprecated: pkg.isDeprecated,
    is_archived: pkg.isArchived,
    created_at: time(pkg.createdAt),
    updated_at: time(pkg.updatedAt),
  };
}
