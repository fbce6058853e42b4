import { z } from 'zod';
import { canTriage } from '../../../../../domain/access.ts';
import type { Performer } from '../../../../../domain/actor.ts';
import { notFound } from '../../../../../domain/errors.ts';
import { isBlocking, Resolution } from '../../../../../domain/findings.ts';
import { writeAudit } from '../../../../../store/postgres/audit.ts';
import { getFinding } from '../../../../../store/postgres/finding-list.ts';
import { lockFinding, settleFinding, type Verdict } from '../../../../../store/postgres/finding-write.ts';
import { listOpenFindings } from '../../../../../store/postgres/findings.ts';
import type { PackageRow } from '../../../../../store/postgres/packages.ts';
import { findReleaseById } from '../../../../../store/postgres/releases.ts';
import { performerOf } from '../../../../identity/origin.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText } from '../../../fields.ts';
import { getWritablePackage, PackageParams, packagePath } from '../find.ts';
import { Finding, presentFinding } from './present.ts';

const Params = PackageParams.extend({ id: z.uuid() });
const Request = z.object({
  is_resolved: z.boolean(),
  resolution: Resolution.optional(),
  note: clearableText(2_000),
});

export function registerUpdateFinding(app: Routes, deps: ManagementDeps): void {
  app.patch(
    `${packagePath}/security-findings/:id`,
    {
      schema: {
        operationId: 'updateSecurityFinding',
        tags: ['security'],
        summary: 'Resolve or reopen a finding; with the last blocking one a held release is looked at again',
        security: [{ bearer: [] }],
        params: Params,
        body: Request,
        response: { 200: Finding },
      },
    },
    async (request) => {
      const { params, body } = request;
      const { pkg, actor } = await getWritablePackage(deps, request.actor, params, canTriage);
      const { is_resolved: isResolved, resolution = null, note = null } = body;
      const performer = performerOf(request, actor);
      const verdict = { isResolved, resolution, note, userId: actor.userId };
      const releaseId = await settle(deps, pkg, params.id, verdict, performer);
      if (isResolved) await recheck(deps, releaseId, performer);
      return presentFinding(await getFinding(deps.pool, params.id));
    },
  );
}

/** One transaction: finding and audit entry. Returns the release. */
function settle(
  { pool }: ManagementDeps,
  pkg: PackageRow,
  findingId: string,
  verdict: Verdict,
  performer: Performer,
): Promise<string> {
  return pool.transaction(async (tx) => {
    const finding = await lockFinding(tx, pkg.id, findingId);
    if (!finding) throw notFound('finding');
    if (finding.isResolved === verdict.isResolved) return finding.releaseId;
    await settleFinding(tx, findingId, verdict);
    await writeAudit(tx, {
      action: verdict.isResolved ? 'security_finding_resolve' : 'security_finding_reopen',
      performer,
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: finding.releaseId,
      metadata: {
        finding_id: findingId,
        kind: finding.kind,
        severity: finding.severity,
        resolution: verdict.resolution,
      },
    });
    return finding.releaseId;
  });
}

/** Also on a repeated request, whose first one may have failed between commit and signal. */
async function recheck(
  { pool, decisions }: ManagementDeps,
  releaseId: string,
  performer: Performer,
): Promise<void> {
  const release = await findReleaseById(pool, releaseId);
  if (release?.state !== 'quarantine' || release.statusReason === null) return;
  if ((await listOpenFindings(pool, releaseId)).some(isBlocking)) return;
  await decisions.decide(release.workflowId, { kind: 'recheck', reason: null, performer });
}
