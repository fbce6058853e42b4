import { z } from 'zod';
import { inWindow } from '../../../../../domain/paging.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { openPage, paging, pageFields } from '../../../paging.ts';
import { PackageParams, readNamed } from '../params.ts';
import { presentPublisher, publishersPath, TrustedPublisher } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

export function registerListTrustedPublishers(app: Routes, services: Services): void {
  app.get(
    publishersPath,
    {
      schema: {
        operationId: 'listTrustedPublishers',
        tags: ['packages'],
        summary: 'Builds that may publish a package; for those who manage it',
        security: [{ bearer: [] }],
        params: PackageParams,
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, trusted_publishers: z.array(TrustedPublisher) }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const publishers = await services.packages.listTrustedPublishers(
        caller,
        readNamed(services, request.params),
      );
      const page = openPage(request);
      const { shown, fields } = page.close(
        reply,
        inWindow(publishers, ({ id }) => id, page.window),
      );
      return { ...fields, trusted_publishers: shown.map(presentPublisher) };
    },
  );
}
