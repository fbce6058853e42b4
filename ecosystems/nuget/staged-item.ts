import type { StagedRelease } from '../route-context.ts';

type Status = 'waitingForParent' | 'validating' | 'ready' | 'validationFailed';

/** Why a staged package cannot be promoted, in words for people. */
const blockers: Record<string, string> = {
  blocked_by_findings: 'findings have to be resolved first',
  scan_failed: 'the package could not be checked: it has to be looked at again',
};

/** A staged package as its list shows it. */
export function renderStaged(release: StagedRelease, baseUrl: string) {
  const { name, version, statusReason } = release;
  const path = `${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`;
  const status = statusOf(release);
  return {
    id: name,
    version,
    kind: 'package',
    status,
    group: null,
    canPromote: status === 'ready',
    blockers: status === 'validationFailed' ? [blockers[statusReason ?? ''] ?? 'it is held for review'] : [],
    owner: release.ownerName,
    uploaded: release.uploadedAt.toISOString(),
    validated: null,
    expires: null,
    managementUrl: `${baseUrl}/v1/packages/nuget/${path}`,
  };
}

function statusOf({ state, statusReason }: StagedRelease): Status {
  if (state === 'scanning') return 'validating';
  if (statusReason === null) return 'waitingForParent';
  return statusReason === 'awaiting_approval' ? 'ready' : 'validationFailed';
}
