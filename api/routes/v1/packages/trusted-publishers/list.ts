import { z } from 'zod';
import { may } from '../../../../../domain/authorize.ts';
import { requireUser } from '../../../../../domain/actor.ts';
import { forbidden } from '../../../../../domain/errors.ts';
import { listPublishers } from '../../../../../store/postgres/identity/trusted-publishers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { getVisiblePackage, PackageParams } from '../find.ts';
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
      const actor = requireUser(request.actor);
      const { pkg } = await getVisiblePackage(deps, actor, request.params);
      if (!may(actor, 'manage_trust', pkg)) {
        throw forbidden(`you do not manage ${pkg.name}`);
      }
      const publishers = await listPublishers(deps.pool, pkg.id);
      return { trusted_publishers: publishers.map(presentPublisher) };
    },
  );
}
