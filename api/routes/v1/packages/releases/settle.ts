import { z } from 'zod';
import { deleteRelease, deprecateRelease } from '../../../../../services/releases/one.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText, text } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Release, showRelease } from './present.ts';

const Deprecation = z.object({ message: text(1_000).min(1) });
const Deletion = z.object({ reason: clearableText(1_000) }).nullish();

export function registerDeprecateRelease(app: Routes, deps: ManagementDeps): void {
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
      const named = readNamed(deps, request.params);
      return showRelease(
        deps,
        await deprecateRelease(deps, caller, named, request.body.message),
        caller.actor,
      );
    },
  );
}

export function registerUndeprecateRelease(app: Routes, deps: ManagementDeps): void {
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
      const named = readNamed(deps, request.params);
      return showRelease(deps, await deprecateRelease(deps, caller, named, null), caller.actor);
    },
  );
}

export function registerDeleteRelease(app: Routes, deps: ManagementDeps): void {
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
        // 202: noted for good, and not carried out yet
        response: { 202: z.null(), 204: z.null() },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const reason = request.body?.reason ?? null;
      const { isPending } = await deleteRelease(deps, caller, readNamed(deps, request.params), { reason });
      return reply.code(isPending ? 202 : 204).send(null);
    },
  );
}
