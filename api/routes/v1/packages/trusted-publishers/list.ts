import { z } from 'zod';
import { listTrustedPublishers } from '../../../../../services/packages/trusted-publishers.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { PackageParams, readNamed } from '../params.ts';
import { presentPublisher, publishersPath, TrustedPublisher } from './present.ts';

export function registerListTrustedPublishers(app: Routes, deps: ManagementDeps): void {
  app.get(
    publishersPath,
    {
      schema: {
        operationId: 'listTrustedPublishers',
        tags: ['packages'],
        summary: 'Builds that may publish a package; for those who manage it',
        security: [{ bearer: [] }],
        params: PackageParams,
        response: { 200: z.object({ trusted_publishers: z.array(TrustedPublisher) }) },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const publishers = await listTrustedPublishers(deps, caller, readNamed(deps, request.params));
      return { trusted_publishers: publishers.map(presentPublisher) };
    },
  );
}
