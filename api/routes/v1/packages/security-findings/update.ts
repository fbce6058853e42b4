import { z } from 'zod';
import { canResolve } from '../../../../../domain/access.ts';
import type { Performer } from '../../../../../domain/actor.ts';
import { forbidden, notFound } from '../../../../../domain/errors.ts';
import { isBlocking, Resolution } from '../../../../../domain/findings.ts';
import { isReadable } from '../../../../../domain/release.ts';
import { writeAudit } from '../../../../../store/postgres/audit/audit.ts';
import { getFinding } from '../../../../../store/postgres/findings/finding-list.ts';
import {
  lockFinding,
  type LockedFinding,
  settleFinding,
  type Verdict,
} from '../../../../../store/postgres/findings/finding-write.ts';
import type { PackageRow } from '../../../../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../../../../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../../../../../store/postgres/releases/releases.ts';
import { heldRelease } from '../../../../../services/releases/decisions/held-release.ts';
import { performerOf } from '../../../../callers.ts';
import { recordRecheck } from '../../../../../services/releases/decisions/record.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText } from '../../../fields.ts';
import { afterChange } from '../after-change.ts';
import { getWritablePackage, PackageParams, packagePath, type Subject, type Writable } from '../find.ts';
import { carryHold, hideRelease } from '../releases/hide.ts';
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
        summary:
          'Resolve or reopen a finding; blocking ones hide their release, the last resolved one brings it back',
        security: [{ bearer: [] }],
        params: Params,
        body: Request,
        response: { 200: Finding },
      },
    },
    async (request) => {
      const { params, body } = request;
      const subject = await getWritablePackage(deps, request.actor, params, 'triage');
      const { pkg, actor } = subject;
      const { is_resolved: isResolved, resolution = null, note = null } = body;
      const performer = performerOf(request, actor);
      const verdict = { isResolved, resolution, note, userId: actor.userId };
      if (isResolved) {
        const release = await resolve(deps, subject, params.id, verdict, performer);
        if (release) await deps.decisions.wake(heldRelease(pkg, release));
      } else {
        const release = await reopen(deps, subject, params.id, verdict, performer);
        if (release) await carryHold(deps, request, subject.pkg, release);
        await afterChange(deps, request, pkg);
      }
      return presentFinding(await getFinding(deps.pool, params.id), actor, true);
    },
  );
}

/** The finding and its audit entry. Doing it twice changes and records nothing. */
async function settle(
  tx: Transaction,
  pkg: PackageRow,
  findingId: string,
  verdict: Verdict,
  performer: Performer,
): Promise<LockedFinding> {
  const finding = await lockFinding(tx, pkg.id, findingId);
  if (!finding) throw notFound('finding');
  if (finding.isResolved === verdict.isResolved) return finding;
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
  return finding;
}

/** One transaction with its word to the workflow, for when nothing blocks any more. Returns what is held. */
function resolve(
  { pool, config }: ManagementDeps,
  { pkg, actor }: Writable,
  findingId: string,
  verdict: Verdict,
  performer: Performer,
): Promise<ReleaseRow | null> {
  const { malwareResolvers } = config.findings;
  return pool.transaction(async (tx) => {
    const found = await lockFinding(tx, pkg.id, findingId);
    if (!found) throw notFound('finding');
    const release = await findReleaseById(tx, found.releaseId);
    const finding = { kind: found.kind, publishedBy: release?.publishedBy ?? null };
    if (!canResolve(pkg, actor, finding, malwareResolvers)) throw forbidden(whoResolves[malwareResolvers]);
    await settle(tx, pkg, findingId, verdict, performer);
    // a repeated request finds its word on record: waking once more does no harm
    if (!found.isResolved) await recordRecheck(tx, found.releaseId, performer);
    return release?.state === 'quarantine' ? release : null;
  });
}

const whoResolves = {
  admins: 'findings of malware are resolved by platform administrators',
  triagers: 'findings of malware are resolved by somebody else than the publisher of the release',
} as const;

/** One transaction with what follows: a blocking finding hides its release at once. Returns what is hidden. */
function reopen(
  { catalog }: ManagementDeps,
  { ecosystem, pkg: { id } }: Subject,
  findingId: string,
  verdict: Verdict,
  performer: Performer,
): Promise<ReleaseRow | null> {
  return catalog.changePackage(id, async (tx, pkg) => {
    const finding = await settle(tx, pkg, findingId, verdict, performer);
    const release = await findReleaseById(tx, finding.releaseId);
    if (!release || !isBlocking(finding)) return null;
    if (isReadable(release)) {
      const why = { reason: 'blocked_by_findings', explanation: null } as const;
      await hideRelease(tx, { ecosystem, pkg }, release, { ...why, performer });
    }
    // also on a repeated request, whose first one may have failed after the commit
    return release.publishedAt === null ? null : release;
  });
}
