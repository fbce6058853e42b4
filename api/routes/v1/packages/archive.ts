import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import type { Services } from '../../../../services/index.ts';

export function registerArchivePackage(app: Routes, services: Services): void {
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
      const { pkg } = await services.packages.archive(caller, readNamed(services, request.params));
      return { message: `${pkg.name} is archived` };
    },
  );
}
