import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { Dependency } from '../../../../domain/publication.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import type { Services } from '../../../../services/index.ts';

const { kind, ...needed } = Dependency.shape;

const Dependencies = z.object({
  version: z.string(),
  ...pageFields,
  total: z.int(),
  dependencies: z.array(
    z.object({ ...needed, kind, is_here: z.boolean().describe('Whether you can read it on this registry') }),
  ),
});

const Dependents = z.object({
  ...pageFields,
  total: z.int().describe('Counted no further than 1,000'),
  is_total_exact: z.boolean().describe('False where there may be more than were counted'),
  dependents: z.array(
    z.object({
      name: z.string(),
      version: z.string().describe('Its newest release that needs this package'),
      requirement: z.string(),
      kind,
    }),
  ),
});

export function registerDependencies(app: Routes, services: Services): void {
  app.get(
    `${packagePath}/dependencies`,
    {
      schema: {
        operationId: 'listDependencies',
        tags: ['packages'],
        summary: 'What a release needs; the latest one unless a version is named',
        params: PackageParams,
        querystring: z.object({ version: text(fieldLimits.version).min(1).optional(), ...paging(20) }),
        response: { 200: Dependencies },
      },
    },
    async (request, reply) => {
      const named = { ...readNamed(services, request.params), version: request.query.version };
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const found = await services.packages.listDependencies(caller, named, page.window);
      const { version, total, dependencies } = found;
      const { shown, fields } = page.close(reply, dependencies);
      const items = shown.map(({ isHere, ...same }) => ({ ...same, is_here: isHere }));
      return { version, ...fields, total, dependencies: items };
    },
  );

  app.get(
    `${packagePath}/dependents`,
    {
      schema: {
        operationId: 'listDependents',
        tags: ['packages'],
        summary: 'Packages that need this one, as far as you may know of them',
        params: PackageParams,
        querystring: z.object(paging(20)),
        response: { 200: Dependents },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const named = readNamed(services, request.params);
      const found = await services.packages.listDependents(caller, named, page.window);
      const { total, isTotalExact: is_total_exact, dependents } = found;
      const { shown, fields } = page.close(reply, dependents);
      return { ...fields, total, is_total_exact, dependents: [...shown] };
    },
  );
}
