import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../../../domain/errors.ts';
import { heldRelease } from '../../../../../services/releases/decisions/held-release.ts';
import { performerOf } from '../../../../callers.ts';
import { settleDecision } from '../../../../../services/releases/decisions/outcome.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText, text } from '../../../fields.ts';
import { afterChange } from '../after-change.ts';
import { getVisibleRelease, getWritablePackage, ReleaseParams, releasePath } from '../find.ts';
import { presentRelease, Release } from './present.ts';

/** 202: noted for good, and the workflow has not got to it yet. */
const decided = { 200: Release, 202: Release };

const Approval = z.object({ reason: clearableText(1_000) }).nullish();
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
      const decision = { kind: 'approve', reason: request.body?.reason ?? null } as const;
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
  decision: { kind: 'approve' | 'reject'; reason: string | null },
): Promise<z.infer<typeof Release>> {
  const subject = await getWritablePackage(deps, request.actor, params, 'triage');
  const { pkg, actor } = subject;
  const release = await getVisibleRelease(deps, subject, actor, params.version);
  const performer = performerOf(request, actor);
  const held = heldRelease(pkg, release);
  const { release: after, outcome } = await settleDecision(deps, held, { ...decision, performer });
  // what has not happened yet is announced by whoever does it
  if (outcome !== 'pending') await afterChange(deps, request, pkg);
  const now = after ?? { ...release, state: 'rejected' as const, statusReason: decision.reason };
  if (outcome === 'lost') {
    throw new DomainError('invalid_state', `the release was already decided: it is ${now.state}`);
  }
  if (outcome === 'pending') {
    reply.code(202).header('location', `${deps.config.http.publicUrl}${request.url.replace(/\/[^/]*$/, '')}`);
  }
  return presentRelease(subject, now, actor);
}
