import type { StagedRelease, StagedReleases } from '../../context/staged-releases.ts';

type Finding = Awaited<ReturnType<StagedReleases['listOpenFindings']>>[number];

/** Why a staged version does not become visible, in words for people. */
const blockers: Record<string, string> = {
  blocked_by_findings: 'findings have to be resolved first',
  scan_failed: 'the package could not be checked: it has to be looked at again',
  render_failed: 'the index of the package could not be rendered: that is tried again',
};

/** A staged version in the form that clients print. */
export function presentStaged(release: StagedRelease) {
  return {
    id: release.id,
    packageName: release.name,
    version: release.version,
    tag: release.upload?.tags[0] ?? 'latest',
    createdAt: release.uploadedAt.toISOString(),
    actor: release.upload?.uploadedBy ?? release.ownerName,
    actorType: 'user',
    shasum: release.upload?.sha1,
    status: statusOf(release),
  };
}

function statusOf({ state, statusReason }: StagedRelease): string {
  if (state === 'scanning' || statusReason === null) return 'checking';
  return statusReason === 'awaiting_approval' ? 'ready' : 'blocked';
}

export function blockersOf({ statusReason }: StagedRelease, findings: readonly Finding[]): string[] {
  const reason = blockers[statusReason ?? ''];
  const found = blockedBy(findings);
  return [reason, found].filter((sentence) => sentence !== undefined);
}

/** A summary of the blocking findings; undefined without any. */
export function blockedBy(findings: readonly Finding[]): string | undefined {
  const critical = findings.filter(({ severity }) => severity === 'critical').length;
  if (critical === 0) return undefined;
  return `blocked by ${critical} critical finding${critical === 1 ? '' : 's'}`;
}
