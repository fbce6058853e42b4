import { z } from 'zod';
import { Dependency } from '../../../../domain/publication.ts';
import { listDependencies, listDependents } from '../../../../services/packages/dependencies.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { text } from '../../fields.ts';
import { paging, windowOf } from '../../paging.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';

const { kind, ...needed } = Dependency.shape;

const Dependencies = z.object({
  version: z.string(),
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  dependencies: z.array(
    z.object({ ...needed, kind, is_here: z.boolean().describe('Whether you can read it on this registry') }),
  ),
});

const Dependents = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  dependents: z.array(
    z.object({
      name: z.string(),
      version: z.string().describe('Its newest release that needs this package'),
      requirement: z.string(),
      kind,
    }),
  ),
});

export function registerDependencies(app: Routes, deps: ManagementDeps): void {
  app.get(
    `${packagePath}/dependencies`,
    {
      schema: {
        operationId: 'listDependencies',
        tags: ['packages'],
        summary: 'What a release needs; the latest one unless a version is named',
        params: PackageParams,
        querystring: z.object({ version: text(200).min(1).optional(), ...paging(100) }),
        response: { 200: Dependencies },
      },
    },
    async (request) => {
      const { version: wanted, page, per_page } = request.query;
      const named = { ...readNamed(deps, request.params), version: wanted };
      const caller = callerOf(request, request.actor);
      const found = await listDependencies(deps, caller, named, windowOf(request.query));
      const { version, total, dependencies } = found;
      const items = dependencies.map(({ isHere, ...same }) => ({ ...same, is_here: isHere }));
      return { version, page, per_page, total, dependencies: items };
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
        querystring: z.object(paging(100)),
        response: { 200: Dependents },
      },
    },
    async (request) => {
      const { page, per_page } = request.query;
      const caller = callerOf(request, request.actor);
      const named = readNamed(deps, request.params);
      const { total, dependents } = await listDependents(deps, caller, named, windowOf(request.query));
      return { page, per_page, total, dependents: [...dependents] };
    },
  );
}
