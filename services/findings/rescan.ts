import { type Caller } from '../../domain/caller.ts';
import { invalidState } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { insertRequestedJob } from '../../store/postgres/jobs/jobs.ts';
import { findRescannable } from '../../store/postgres/releases/release-scans.ts';
import { lockReleaseState } from '../../store/postgres/releases/decisions.ts';
import { ids, type RescanInput, workflowNames } from '../../workflows/definitions.ts';
import type { JobRuns } from '../jobs/runs.ts';
import { auditTarget } from '../packages/audit-target.ts';
import { type FindDeps, getPackageToChange, getReleaseOf, type Named } from '../packages/find.ts';

/**
 * Has a visible or held release looked through again, with the scanners and advisories of now. Returns the id of the job:
 * while one runs for this release, that one's. The workflow is started before the commit, so that what was answered is
 * never lost; one whose commit fails does its work all the same.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`, `not_ready`
 */
export async function rescanRelease(
  deps: FindDeps & { jobRuns: JobRuns },
  caller: Caller,
  { version, ...named }: Named & { version: string },
): Promise<string> {
  const subject = await getPackageToChange(deps, caller, named, 'triage');
  const { pkg } = subject;
  const { id: releaseId } = await getReleaseOf(deps, caller, subject, version);
  return deps.pool.transaction(async (tx) => {
    await lockReleaseState(tx, releaseId);
    const release = await findRescannable(tx, releaseId);
    if (!release)
      throw invalidState('only a release that was scanned, and is published or held, is scanned again');
    const facts = { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version };
    await writeAudit(tx, {
      ...auditTarget(caller, pkg, { id: releaseId }),
      action: 'release_rescan',
      metadata: facts,
    });
    const workflowId = ids.rescan(releaseId);
    const runId = await deps.jobRuns.start({
      workflow: workflowNames.rescanFindings,
      workflowId,
      input: { releaseId } satisfies RescanInput,
      summary: `${pkg.ecosystem} ${pkg.name} ${release.version}`,
    });
    const payload = { ...facts, release_id: releaseId };
    return insertRequestedJob(tx, { kind: 'rescan_findings', workflowId, runId, payload });
  });
}
