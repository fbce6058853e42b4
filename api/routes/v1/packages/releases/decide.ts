import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { type Decided, type DecideCommand } from '../../../../../services/releases/decide.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { clearableText, text } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { FilesDigest, filesSeen } from './approved-files.ts';
import { Release, showRelease } from './present.ts';
import { HeldFileParams, heldFilePath, presentReview, readHeldFile, Reviewed } from './review.ts';
import type { Services } from '../../../../../services/index.ts';

/** 202: the decision is recorded, but the workflow has not executed it yet. */
export const decided = { 200: Release, 202: Release };
const decidedFile = { 200: Reviewed, 202: Reviewed };

/** Accepts uploads whose credential was revoked afterwards. */
export const acceptsRevoked = z
  .boolean()
  .optional()
  .describe('It may become visible although those who brought it have lost their authority since');

const Approval = z
  .object({
    reason: clearableText(fieldLimits.reason),
    files_digest: FilesDigest,
    accepts_revoked: acceptsRevoked,
    accepts_findings: z
      .array(z.string())
      .max(fieldLimits['accepted findings'].count)
      .optional()
      .describe('Ids of open findings that are accepted with the reason, in the same step (`accepted_risk`)'),
  })
  .nullish();

const Rejection = z.object({ reason: text(fieldLimits.reason).min(1) });

const described = { refuses: ['precondition_required', 'precondition_failed'] } as const;

export function registerApproveRelease(app: Routes, services: Services): void {
  app.post(
    `${releasePath}/approve`,
    {
      config: { described },
      schema: {
        operationId: 'approveRelease',
        tags: ['releases'],
        summary:
          'Publish a held release with exactly the files that were reviewed; blocking findings are resolved before, or accepted with it',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Approval,
        response: decided,
      },
    },
    async (request, reply) => decide(services, request, reply, request.params, approvalOf(request)),
  );
}

export function registerRejectRelease(app: Routes, services: Services): void {
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
    async (request, reply) => decide(services, request, reply, request.params, rejectionOf(request.body)),
  );
}

export function registerApproveHeldFile(app: Routes, services: Services): void {
  app.post(
    `${heldFilePath}/approve`,
    {
      config: { described },
      schema: {
        operationId: 'approveHeldFile',
        tags: ['releases'],
        summary: 'Let a file that waits join its visible release',
        security: [{ bearer: [] }],
        params: HeldFileParams,
        body: Approval,
        response: decidedFile,
      },
    },
    async (request, reply) => decideOnFile(services, request, reply, request.params, approvalOf(request)),
  );
}

export function registerRejectHeldFile(app: Routes, services: Services): void {
  app.post(
    `${heldFilePath}/reject`,
    {
      schema: {
        operationId: 'rejectHeldFile',
        tags: ['releases'],
        summary: 'Throw a file away that waits to join a visible release',
        security: [{ bearer: [] }],
        params: HeldFileParams,
        body: Rejection,
        response: decidedFile,
      },
    },
    async (request, reply) =>
      decideOnFile(services, request, reply, request.params, rejectionOf(request.body)),
  );
}

function approvalOf(
  request: Pick<FastifyRequest, 'headers'> & { body: z.infer<typeof Approval> },
): DecideCommand {
  const { reason = null, files_digest: said, accepts_revoked, accepts_findings } = request.body ?? {};
  return {
    kind: 'approve',
    reason,
    filesDigest: filesSeen(request, said),
    acceptsRevoked: accepts_revoked,
    acceptsFindings: accepts_findings,
  };
}

function rejectionOf({ reason }: z.infer<typeof Rejection>): DecideCommand {
  return { kind: 'reject', reason, filesDigest: null };
}

async function decide(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  params: z.infer<typeof ReleaseParams>,
  command: DecideCommand,
): Promise<z.infer<typeof Release>> {
  const caller = callerOf(request, request.actor);
  const decided = await services.releases.decide(caller, readNamed(services, params), command);
  return answerDecided(services, request, reply, decided);
}

async function decideOnFile(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  params: z.infer<typeof HeldFileParams>,
  command: DecideCommand,
): Promise<z.infer<typeof Reviewed>> {
  const caller = callerOf(request, request.actor);
  const named = readHeldFile(services, params);
  const { isPending } = await services.releases.decideFile(caller, named, command);
  if (isPending) reply.code(202).header('location', addressOf(services, request));
  return presentReview(await services.releases.reviewFile(caller, named));
}

/** The release in its new state, or the address of its status. */
export async function answerDecided(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { isPending, ...found }: Decided,
): Promise<z.infer<typeof Release>> {
  if (isPending) reply.code(202).header('location', addressOf(services, request));
  return showRelease(services, found, callerOf(request, request.actor));
}

/** The address of the decision's subject. */
function addressOf({ config }: Pick<Services, 'config'>, request: FastifyRequest): string {
  return `${config.http.publicUrl}${request.url.replace(/\/[^/]*$/, '')}`;
}
