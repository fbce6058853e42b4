import type { ManagementDeps, Routes } from '../../deps.ts';
import { getVisiblePackage, PackageParams, packagePath } from './find.ts';
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
      const subject = await getVisiblePackage(deps, request.actor, request.params);
      return presentPackage(subject, request.actor);
    },
  );
}
