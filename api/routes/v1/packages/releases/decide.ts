import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { canTriage } from '../../../../../domain/access.ts';
import { DomainError } from '../../../../../domain/errors.ts';
import { isBlocking } from '../../../../../domain/findings.ts';
import type { ReleaseState } from '../../../../../domain/release.ts';
import { listOpenFindings } from '../../../../../store/postgres/findings.ts';
import type { Pool } from '../../../../../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../../../../../store/postgres/releases.ts';
import { heldRelease } from '../../../../decisions.ts';
import { performerOf } from '../../../../identity/origin.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText, text } from '../../../fields.ts';
import { afterChange } from '../after-change.ts';
import { getVisibleRelease, getWritablePackage, ReleaseParams, releasePath } from '../find.ts';
import { presentRelease, Release } from './present.ts';

const patienceMs = 5_000;
const pollMs = 25;

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
        response: { 200: Release },
      },
    },
    (request) =>
      decide(deps, request, request.params, { kind: 'approve', reason: request.body?.reason ?? null }),
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
        response: { 200: Release },
      },
    },
    (request) => decide(deps, request, request.params, { kind: 'reject', reason: request.body.reason }),
  );
}

async function decide(
  deps: ManagementDeps,
  request: FastifyRequest,
  params: z.infer<typeof ReleaseParams>,
  decision: { kind: 'approve' | 'reject'; reason: string | null },
): Promise<z.infer<typeof Release>> {
  const subject = await getWritablePackage(deps, request.actor, params, canTriage);
  const { pkg, actor } = subject;
  const release = await getVisibleRelease(deps, subject, actor, params.version);
  assertHeld(release);
  if (decision.kind === 'approve') await assertNothingBlocks(deps.pool, release);
  const performer = performerOf(request, actor);
  await deps.decisions.decide(heldRelease(pkg, release), { ...decision, performer });
  const goal = decision.kind === 'approve' ? 'published' : 'rejected';
  const settled = await waitFor(deps.pool, release, goal);
  await afterChange(deps, request, pkg);
  if (settled.state !== goal) {
    throw new DomainError('invalid_state', `the decision is noted, but the release is ${settled.state}`);
  }
  return presentRelease(subject, settled, actor);
}

/** The workflow listens to people only while it waits for them. */
function assertHeld(release: ReleaseRow): void {
  if (release.state === 'quarantine' && release.statusReason !== null) return;
  throw new DomainError('invalid_state', `the release is not held for a decision: it is ${release.state}`);
}

async function assertNothingBlocks(pool: Pool, release: ReleaseRow): Promise<void> {
  const blocking = (await listOpenFindings(pool, release.id)).filter(isBlocking);
  if (blocking.length === 0) return;
  throw new DomainError(
    'invalid_state',
    `${blocking.length} blocking finding(s) are open: resolve them first`,
  );
}

/** The decision is durable already; this only lets the answer show what came of it. */
async function waitFor(pool: Pool, release: ReleaseRow, goal: ReleaseState): Promise<ReleaseRow> {
  const deadline = Date.now() + patienceMs;
  let current = release;
  while (current.state !== goal && Date.now() < deadline) {
    await pause(pollMs);
    current = (await findReleaseById(pool, release.id)) ?? current;
  }
  return current;
}
