import { type Caller } from '../../domain/caller.ts';
import { invalidState } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findRescannable } from '../../store/postgres/releases/release-scans.ts';
import { ids, type RescanInput, workflowNames } from '../../workflows/definitions.ts';
import { requestRun } from '../jobs/request-run.ts';
import { getPackageToChange, getReleaseOf, type NamedVersion } from '../packages/find.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from '../packages/audit-target.ts';

/**
 * Requests a scan of a visible or held release with the current scanners and advisories. Returns the id of the new
 * job, or of the running one for this release.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`, `not_ready`
 */
export async function rescanRelease(
  platform: Pick<Platform, 'pool' | 'jobRuns'>,
  caller: Caller,
  { version, ...named }: NamedVersion,
): Promise<string> {
  const subject = await getPackageToChange(platform, caller, named, 'triage');
  const { pkg } = subject;
  const { id: releaseId } = await getReleaseOf(platform, caller, subject, version);
  // the run checks again: a release that is removed meanwhile is not scanned
  const release = await findRescannable(platform.pool, releaseId);
  if (!release)
    throw invalidState('only a release that was scanned, and is published or held, is scanned again');
  const facts = { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version };
  const wanted = {
    kind: 'rescan_findings',
    workflow: workflowNames.rescanFindings,
    workflowId: ids.rescan(releaseId),
    input: { releaseId } satisfies RescanInput,
    summary: `${pkg.ecosystem} ${pkg.name} ${release.version}`,
    payload: { ...facts, release_id: releaseId },
  } as const;
  return requestRun(platform, wanted, async (tx, { jobId }) => {
    await writeAudit(tx, {
      ...auditTarget(caller, pkg, { id: releaseId }),
      action: 'release_rescan',
      metadata: facts,
    });
    return jobId;
  });
}
