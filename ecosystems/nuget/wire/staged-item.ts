import type { StagedRelease } from '../../context/staged-releases.ts';

type Status = 'waitingForParent' | 'validating' | 'ready' | 'validationFailed';

/** Why a staged package cannot be promoted, in words for people. */
const blockers: Record<string, string> = {
  blocked_by_findings: 'findings have to be resolved first',
  scan_failed: 'the package could not be checked: it has to be looked at again',
  render_failed: 'the index of the package could not be rendered: that is tried again',
};

interface Group {
  id: string;
  name: string;
}

/** A staged package in lists. */
export function renderStaged(release: StagedRelease, group: Group | undefined, baseUrl: string) {
  const { name, version, statusReason } = release;
  const status = statusOf(release);
  return {
    id: name,
    version,
    kind: 'package',
    status,
    group: summary(group),
    listed: true,
    canPromote: status === 'ready',
    blockers: status === 'validationFailed' ? [blockerOf(statusReason)] : [],
    owner: release.ownerName,
    uploaded: release.uploadedAt.toISOString(),
    managementUrl: managementUrl(release, baseUrl),
  };
}

export interface SymbolsStanding extends StagedRelease {
  stagedAt: Date;
  /** Whether the check of the release is complete; always true for listed releases. */
  isChecked?: boolean;
}

/** Symbols of a staged package: they are promoted only with the package. */
export function renderStagedSymbols(parent: SymbolsStanding, group: Group | undefined, baseUrl: string) {
  const { name, version, isChecked = true } = parent;
  const isReady = isChecked && statusOf(parent) === 'ready';
  return {
    id: name,
    version,
    kind: 'symbols',
    status: !isChecked ? 'validating' : isReady ? 'ready' : 'waitingForParent',
    group: summary(group),
    canPromote: isReady,
    blockers: isReady ? [] : [{ code: 'package_not_ready', message: 'its package cannot be promoted yet' }],
    owner: parent.ownerName,
    uploaded: parent.stagedAt.toISOString(),
    managementUrl: managementUrl(parent, baseUrl),
  };
}

function summary(group: Group | undefined) {
  return group === undefined ? null : { id: group.id, name: group.name };
}

function blockerOf(statusReason: string | null) {
  const code = statusReason ?? 'held';
  return { code, message: blockers[code] ?? 'it is held for review' };
}

function managementUrl({ name, version }: StagedRelease, baseUrl: string): string {
  const path = `${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`;
  return `${baseUrl}/v1/packages/nuget/${path}`;
}

function statusOf({ state, statusReason }: StagedRelease): Status {
  if (state === 'scanning') return 'validating';
  if (statusReason === null) return 'waitingForParent';
  return statusReason === 'awaiting_approval' ? 'ready' : 'validationFailed';
}
