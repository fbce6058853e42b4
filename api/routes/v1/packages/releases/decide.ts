import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Decided, type DecideCommand, decideRelease } from '../../../../../services/releases/decide.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText, text } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { Release, showRelease } from './present.ts';

/** 202: noted for good, and the workflow has not got to it yet. */
export const decided = { 200: Release, 202: Release };

/** Of what was brought with a credential that was revoked since. */
export const acceptsRevoked = z
  .boolean()
  .optional()
  .describe('It may become visible although those who brought it have lost their authority since');

const Approval = z.object({ reason: clearableText(1_000), accepts_revoked: acceptsRevoked }).nullish();
const Rejection = z.object({ reason: text(1_000).min(1) });

export function registerApproveRelease(app: Routes, deps: ManagementDeps): void {
  app.post(
    `${releasePath}/approve`,
    {
      schema: {
        operationId: 'approveRelease',
        tags: ['releases'],
        summary: 'Publish a held release; its blocking findings have to be resolved before',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Approval,
        response: decided,
      },
    },
    async (request, reply) => {
      const { reason = null, accepts_revoked } = request.body ?? {};
      const decision = { kind: 'approve', reason, acceptsRevoked: accepts_revoked } as const;
      return decide(deps, request, reply, request.params, decision);
    },
  );
}

export function registerRejectRelease(app: Routes, deps: ManagementDeps): void {
  app.post(
    `${releasePath}/reject`,
    {
      schema: {
        operationId: 'rejectRelease',
        tags: ['releases'],
        summary: 'Throw a held release away',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Rejection,
        response: decided,
      },
    },
    async (request, reply) => {
      const decision = { kind: 'reject', reason: request.body.reason } as const;
      return decide(deps, request, reply, request.params, decision);
    },
  );
}

async function decide(
  deps: ManagementDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  params: z.infer<typeof ReleaseParams>,
  command: DecideCommand,
): Promise<z.infer<typeof Release>> {
  const caller = callerOf(request, request.actor);
  const decided = await decideRelease(deps, caller, readNamed(deps, params), command);
  return answerDecided(deps, request, reply, decided);
}

/** The release as it is now, or where to look for it. */
export async function answerDecided(
  deps: Pick<ManagementDeps, 'config' | 'pool'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { isPending, ...found }: Decided,
): Promise<z.infer<typeof Release>> {
  if (isPending) {
    reply.code(202).header('location', `${deps.config.http.publicUrl}${request.url.replace(/\/[^/]*$/, '')}`);
  }
  return showRelease(deps, found, request.actor);
}
