import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { clearableText, text } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Release, showRelease } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Deprecation = z.object({ message: text(fieldLimits.reason).min(1) });
const Deletion = z.object({ reason: clearableText(fieldLimits.reason) }).nullish();

export function registerDeprecateRelease(app: Routes, services: Services): void {
  app.put(
    `${releasePath}/deprecate`,
    {
      schema: {
        operationId: 'deprecateRelease',
        tags: ['releases'],
        summary: 'Tell people who use a release what to use instead',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Deprecation,
        response: { 200: Release },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const named = readNamed(services, request.params);
      return showRelease(
        services,
        await services.releases.deprecate(caller, named, request.body.message),
        caller,
      );
    },
  );
}

export function registerUndeprecateRelease(app: Routes, services: Services): void {
  app.put(
    `${releasePath}/undeprecate`,
    {
      schema: {
        operationId: 'undeprecateRelease',
        tags: ['releases'],
        summary: 'Take a deprecation back',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        response: { 200: Release },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const named = readNamed(services, request.params);
      return showRelease(services, await services.releases.deprecate(caller, named, null), caller);
    },
  );
}

export function registerDeleteRelease(app: Routes, services: Services): void {
  app.delete(
    releasePath,
    {
      schema: {
        operationId: 'deleteRelease',
        tags: ['releases'],
        summary:
          'Delete a release with its tags and files; its version stays taken. An open draft is thrown away instead',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Deletion,
        // 202: the change is recorded, but not executed yet
        response: { 202: z.null(), 204: z.null() },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const reason = request.body?.reason ?? null;
      const { isPending } = await services.releases.delete(caller, readNamed(services, request.params), {
        reason,
      });
      return reply.code(isPending ? 202 : 204).send(null);
    },
  );
}
