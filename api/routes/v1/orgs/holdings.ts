import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { Package, presentPackage, presentRepository, Repository } from './present-holdings.ts';
import type { Services } from '../../../../services/index.ts';

const Query = z.object(paging(20));
const params = z.object({ slug: z.string() });
const Membership = z.object({ id: z.string(), slug: z.string(), name: z.string(), role: z.string() });

/** The packages and repositories of an organization, and the caller's own organizations. */
export function registerHoldings(app: Routes, services: Services): void {
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
        response: { 200: z.object({ ...pageFields, organizations: z.array(Membership) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const found = await services.organizations.listOwn(callerOf(request, request.actor), page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, organizations: [...shown] };
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
        response: { 200: z.object({ ...pageFields, repositories: z.array(Repository) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const found = await services.organizations.listRepositoriesOf(caller, request.params.slug, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, repositories: shown.map(presentRepository) };
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
        response: { 200: z.object({ ...pageFields, packages: z.array(Package) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const found = await services.organizations.listPackagesOf(caller, request.params.slug, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, packages: shown.map(presentPackage) };
    },
  );
}

export function registerDeleteOrganization(app: Routes, services: Services): void {
  app.delete(
    '/v1/orgs/:slug',
    {
      schema: {
        operationId: 'deleteOrganization',
        tags: ['organizations'],
        summary: 'Delete an organization; for its owner',
        description:
          'One without packages goes at once. With packages the answer is 409, or, with `packages=archive`, a job archives them and removes the organization then. Archived packages stay readable, in repositories that are yours then.',
        security: [{ bearer: [] }],
        params,
        querystring: z.object({ packages: z.enum(['archive']).optional() }),
        response: {
          202: z.object({
            message: z.string(),
            job_id: z
              .string()
              .nullable()
              .describe('Null when nothing is left to do, or while its job waits to be started'),
          }),
        },
      },
    },
    async (request, reply) => {
      const { slug } = request.params;
      const how = { archivesPackages: request.query.packages === 'archive' };
      const caller = callerOf(request, request.actor);
      const { isGone, jobId } = await services.organizations.remove(caller, slug, how);
      const now = isGone ? 'is deleted' : 'is deleted once its packages are archived';
      return reply.code(202).send({ message: `the organization ${slug} ${now}`, job_id: jobId });
    },
  );
}
