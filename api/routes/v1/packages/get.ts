import type { ManagementDeps, Routes } from '../../deps.ts';
import { callerOf } from '../../../callers.ts';
import { getPackagePage } from '../../../../services/packages/page.ts';
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
      const page = await getPackagePage(deps, caller, readNamed(deps, request.params));
      return presentPackage(page, caller.actor);
    },
  );
}
