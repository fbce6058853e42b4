import { z } from 'zod';
import { archivePackage } from '../../../../services/packages/archive.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';

export function registerArchivePackage(app: Routes, deps: ManagementDeps): void {
  app.delete(
    packagePath,
    {
      schema: {
        operationId: 'archivePackage',
        tags: ['packages'],
        summary: 'Take a package out of the search; it stays readable for those who use it',
        security: [{ bearer: [] }],
        params: PackageParams,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { pkg } = await archivePackage(deps, caller, readNamed(deps, request.params));
      return { message: `${pkg.name} is archived` };
    },
  );
}
