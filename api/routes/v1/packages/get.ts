import type { ManagementDeps, Routes } from '../../deps.ts';
import { callerOf } from '../../../callers.ts';
import { getPackage } from '../../../../services/packages/find.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import { Package, presentPackage } from './present.ts';

export function registerGetPackage(app: Routes, deps: ManagementDeps): void {
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
      return presentPackage(await getPackage(deps, caller, readNamed(deps, request.params)), caller.actor);
    },
  );
}
