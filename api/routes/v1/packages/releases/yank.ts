import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../../../domain/errors.ts';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { clearableText } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Release, showRelease } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Reason = z.object({ reason: clearableText(fieldLimits.reason) }).nullish();

export function registerYankRelease(app: Routes, services: Services): void {
  app.put(
    `${releasePath}/yank`,
    {
      schema: {
        operationId: 'yankRelease',
        tags: ['releases'],
        summary: 'Take a release out of version resolution; who has it locked can still get it',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Reason,
        response: { 200: Release },
      },
    },
    (request) =>
      changeYank(services, request, request.params, { isYanked: true, reason: request.body?.reason ?? null }),
  );
}

export function registerUnyankRelease(app: Routes, services: Services): void {
  app.put(
    `${releasePath}/unyank`,
    {
      schema: {
        operationId: 'unyankRelease',
        tags: ['releases'],
        summary: 'Undo a yank',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        response: { 200: Release },
      },
    },
    (request) => changeYank(services, request, request.params, { isYanked: false, reason: null }),
  );
}

async function changeYank(
  services: Services,
  request: FastifyRequest,
  params: z.infer<typeof ReleaseParams>,
  command: { isYanked: boolean; reason: string | null },
): Promise<z.infer<typeof Release>> {
  const caller = callerOf(request, request.actor);
  const { wasYanked, ...found } = await services.releases.yank(caller, readNamed(services, params), command);
  if (!command.isYanked && !wasYanked) throw new DomainError('invalid_state', 'the release is not yanked');
  return showRelease(services, found, caller);
}
