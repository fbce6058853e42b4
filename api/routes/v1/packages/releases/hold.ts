import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { text } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Release, showRelease } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Hold = z.object({ reason: text(fieldLimits.reason).min(1) });

export function registerHoldRelease(app: Routes, services: Services): void {
  app.post(
    `${releasePath}/hold`,
    {
      schema: {
        operationId: 'holdRelease',
        tags: ['releases'],
        summary: 'Hide a published release at once until a person approves it again or rejects it',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Hold,
        response: { 200: Release },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const named = readNamed(services, request.params);
      return showRelease(services, await services.releases.hold(caller, named, request.body), caller);
    },
  );
}
