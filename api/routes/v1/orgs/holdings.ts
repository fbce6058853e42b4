import { z } from 'zod';
import { RepositoryKind, Visibility } from '../../../../domain/visibility.ts';
import { removeOrganization } from '../../../../services/organizations/delete.ts';
import {
  listOwnOrganizations,
  listPackagesOf,
  listRepositoriesOf,
} from '../../../../services/organizations/holdings.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { Time, time } from '../../fields.ts';
import { paging, windowOf } from '../../paging.ts';

const Query = z.object(paging(20));
const params = z.object({ slug: z.string() });
const page = { page: z.int(), per_page: z.int() };

const Repository = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  kind: RepositoryKind,
  visibility: Visibility,
  package_count: z.int().describe('Of those that you may know of'),
  created_at: Time,
  can_transfer: z.boolean(),
});

const Package = z.object({
  id: z.string(),
  name: z.string(),
  ecosystem: z.string(),
  description: z.string().nullable(),
  repository_slug: z.string(),
  visibility: Visibility,
  latest_version: z.string().nullable(),
  download_count: z.int(),
  created_at: Time,
  can_transfer: z.boolean(),
});

const Membership = z.object({ id: z.string(), slug: z.string(), name: z.string(), role: z.string() });

/** What an organization has, and which one is in. */
export function registerHoldings(app: Routes, { pool }: ManagementDeps): void {
  const tags = ['organizations'];

  app.get(
    '/v1/orgs',
    {
      schema: {
        operationId: 'listOwnOrganizations',
        tags,
        summary: 'Organizations that you are in, by slug',
        security: [{ bearer: [] }],
        querystring: Query,
        response: { 200: z.object({ ...page, organizations: z.array(Membership) }) },
      },
    },
    async (request) => {
      const { page, per_page } = request.query;
      const found = await listOwnOrganizations(
        pool,
        callerOf(request, request.actor),
        windowOf(request.query),
      );
      return { page, per_page, organizations: [...found] };
    },
  );

  app.get(
    '/v1/orgs/:slug/repositories',
    {
      schema: {
        operationId: 'listOrganizationRepositories',
        tags,
        summary: 'Repositories of an organization that you may know of, by slug',
        params,
        querystring: Query,
        response: { 200: z.object({ ...page, repositories: z.array(Repository) }) },
      },
    },
    async (request) => {
      const { page, per_page } = request.query;
      const caller = callerOf(request, request.actor);
      const found = await listRepositoriesOf(pool, caller, request.params.slug, windowOf(request.query));
      const repositories = found.map(({ packageCount, createdAt, canTransfer, ...same }) => ({
        ...same,
        package_count: packageCount,
        created_at: time(createdAt),
        can_transfer: canTransfer,
      }));
      return { page, per_page, repositories };
    },
  );

  app.get(
    '/v1/orgs/:slug/packages',
    {
      schema: {
        operationId: 'listOrganizationPackages',
        tags,
        summary: 'Packages of an organization that you may know of, by ecosystem and name',
        params,
        querystring: Query,
        response: { 200: z.object({ ...page, packages: z.array(Package) }) },
      },
    },
    async (request) => {
      const { page, per_page } = request.query;
      const caller = callerOf(request, request.actor);
      const found = await listPackagesOf(pool, caller, request.params.slug, windowOf(request.query));
      const packages = found.map(
        ({ repositorySlug, latestVersion, downloadCount, createdAt, canTransfer, ...same }) => ({
          ...same,
          repository_slug: repositorySlug,
          latest_version: latestVersion,
          download_count: downloadCount,
          created_at: time(createdAt),
          can_transfer: canTransfer,
        }),
      );
      return { page, per_page, packages };
    },
  );
}

export function registerDeleteOrganization(app: Routes, deps: ManagementDeps): void {
  app.delete(
    '/v1/orgs/:slug',
    {
      schema: {
        operationId: 'deleteOrganization',
        tags: ['organizations'],
        summary: 'Delete an organization without packages; for its owner',
        security: [{ bearer: [] }],
        params,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeOrganization(deps, callerOf(request, request.actor), request.params.slug);
      return reply.code(204).send(null);
    },
  );
}
