import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import { Package, presentPackage } from './present.ts';
import type { Services } from '../../../../services/index.ts';
import { acceptsRulesFields, readAccepted } from '../accepts-rules.ts';
import { clearedFields, keepField, presentCleared } from '../cleared.ts';

export function registerTransferPackage(app: Routes, services: Services): void {
  app.post(
    `${packagePath}/ownership-transfer`,
    {
      schema: {
        operationId: 'transferPackage',
        tags: ['packages'],
        summary:
          'Give a package to an organization: into its oldest repository that shows it to the same people; rights on it end',
        security: [{ bearer: [] }],
        params: PackageParams,
        body: z.object({
          target_org_slug: text(fieldLimits.slug).min(1),
          ...keepField,
          ...acceptsRulesFields,
        }),
        response: { 200: z.object({ message: z.string(), package: Package, ...clearedFields }) },
      },
    },
    async (request) => {
      const { target_org_slug: slug, keep_maintainers: keeps } = request.body;
      const caller = callerOf(request, request.actor);
      const named = readNamed(services, request.params);
      const transfer = { organizationSlug: slug, keeps, accepted: readAccepted(request.body) };
      const subject = await services.transfers.package(caller, named, transfer);
      return {
        message: `${subject.pkg.name} belongs to ${slug} now`,
        package: presentPackage(await services.packages.pageOf(caller, subject)),
        ...presentCleared(subject.cleared),
      };
    },
  );
}
