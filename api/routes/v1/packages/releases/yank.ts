import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../../../domain/errors.ts';
import { isReadable } from '../../../../../domain/release.ts';
import { writeAudit } from '../../../../../store/postgres/audit/audit.ts';
import { findReleaseById, setYanked } from '../../../../../store/postgres/releases/releases.ts';
import { forgetInSearch } from '../../../../../store/postgres/search/search-narrowing.ts';
import { performerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText } from '../../../fields.ts';
import { afterChange } from '../after-change.ts';
import { getVisibleRelease, getWritablePackage, ReleaseParams, releasePath } from '../find.ts';
import { presentRelease, Release } from './present.ts';

const Reason = z.object({ reason: clearableText(1_000) }).nullish();

export function registerYankRelease(app: Routes, deps: ManagementDeps): void {
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
      changeYank(deps, request, request.params, { isYanked: true, reason: request.body?.reason ?? null }),
  );
}

export function registerUnyankRelease(app: Routes, deps: ManagementDeps): void {
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
    (request) => changeYank(deps, request, request.params, { isYanked: false, reason: null }),
  );
}

async function changeYank(
  deps: ManagementDeps,
  request: FastifyRequest,
  params: z.infer<typeof ReleaseParams>,
  to: { isYanked: boolean; reason: string | null },
): Promise<z.infer<typeof Release>> {
  const subject = await getWritablePackage(deps, request.actor, params, 'publish');
  const { pkg, actor } = subject;
  const { id } = await getVisibleRelease(deps, subject, actor, params.version);
  await deps.catalog.changePackage(pkg.id, async (tx) => {
    const release = await findReleaseById(tx, id);
    if (!release || !isReadable(release)) throw invalidState('the release is not published');
    if (!to.isYanked && !release.isYanked) throw invalidState('the release is not yanked');
    await setYanked(tx, id, to.isYanked, to.reason);
    if (to.isYanked) await forgetInSearch(tx, pkg.id);
    if (release.isYanked === to.isYanked) return;
    await writeAudit(tx, {
      action: to.isYanked ? 'release_yank' : 'release_unyank',
      performer: performerOf(request, actor),
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: id,
      metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, reason: to.reason },
    });
  });
  await afterChange(deps, request, pkg);
  return presentRelease(subject, await getVisibleRelease(deps, subject, actor, params.version), actor);
}

function invalidState(detail: string): DomainError {
  return new DomainError('invalid_state', detail);
}
