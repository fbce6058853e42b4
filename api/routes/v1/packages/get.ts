import type { Routes } from '../../routes.ts';
import { callerOf } from '../../../callers.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import { Package, presentPackage } from './present.ts';
import type { Services } from '../../../../services/index.ts';

export function registerGetPackage(app: Routes, services: Services): void {
  app.get(
    packagePath,
    {
      schema: {
        operationId: 'getPackage',
        tags: ['packages'],
        summary: 'One package, with what the caller may do to it',
        params: PackageParams,
        response: { 200: Package },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const page = await services.packages.getPage(caller, readNamed(services, request.params));
      return presentPackage(page);
    },
  );
}
