import { type Release, uploading, visibleState } from '../../../domain/release.ts';
import type { PackageRow } from '../../../services/packages/front.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { holdWords } from '../../components/held/hold-words.ts';
import { notice, type State, stateBadge } from '../../components/show.ts';

type ReleaseStanding = Pick<Release, 'state' | 'statusReason' | 'isYanked' | 'isDeprecated'>;

/** The special state of a version; null for an ordinary one. */
export function stateOf(release: ReleaseStanding): State | null {
  const state = visibleState(release);
  switch (state) {
    case 'published': {
      return null;
    }
    case 'quarantine': {
      if (release.statusReason === null) return 'scanning';
      return release.statusReason === uploading ? 'draft' : 'held';
    }
    // a deleted version has nothing to show
    case 'deleted': {
      return 'rejected';
    }
    default: {
      return state;
    }
  }
}

/** The special states of a package, the worst first. */
export function statesOf(pkg: PackageRow): State[] {
  const visibility = pkg.repositoryVisibility === 'quarantined' ? 'quarantined' : pkg.visibility;
  const isPrivate = [pkg.visibility, pkg.repositoryVisibility].some(
    (each) => each === 'private' || each === 'internal_org',
  );
  const states: (State | false)[] = [
    visibility === 'quarantined' && 'quarantined',
    pkg.isArchived && 'archived',
    pkg.isDeprecated && 'deprecated',
    visibility === 'unlisted' && 'unlisted',
    isPrivate && 'private',
  ];
  return states.filter((state) => state !== false);
}

export function stateBadges(context: PageContext, states: readonly (State | null)[]): Html[] {
  return states.flatMap((state) => (state === null ? [] : [stateBadge(context, state)]));
}

/** Warnings about the package for its readers, with the reasons. */
export function packageBanners({ t }: PageContext, pkg: PackageRow): Html[] {
  return statesOf(pkg).flatMap((state) => {
    if (state === 'private') return [];
    const reason = state === 'deprecated' ? pkg.deprecationMessage : null;
    const tone = state === 'quarantined' ? 'danger' : state === 'unlisted' ? 'plain' : 'warning';
    return [
      notice(
        tone,
        html`<div>
          <p class="notice-title">${t(`packages.package_is_${state as PackageBanner}`)}</p>
          ${reason && html`<p>${reason}</p>`}
        </div>`,
      ),
    ];
  });
}

type PackageBanner = 'quarantined' | 'archived' | 'deprecated' | 'unlisted';

/** The state of a version with its reason. */
export function versionBanner(
  { t }: PageContext,
  release: ReleaseStanding & Pick<Release, 'yankReason' | 'deprecationMessage'>,
): Html | undefined {
  const state = stateOf(release);
  if (
    state === null ||
    state === 'archived' ||
    state === 'unlisted' ||
    state === 'quarantined' ||
    state === 'private'
  )
    return undefined;
  const reasons = {
    draft: null,
    scanning: null,
    held: holdWords({ t }, release.statusReason),
    rejected: release.statusReason,
    yanked: release.yankReason,
    deprecated: release.deprecationMessage,
  };
  const tone =
    state === 'yanked' || state === 'rejected'
      ? 'danger'
      : state === 'draft' || state === 'scanning'
        ? 'plain'
        : 'warning';
  return notice(
    tone,
    html`<div>
      <p class="notice-title">${t(`packages.version_is_${state}`)}</p>
      ${reasons[state] && html`<p>${reasons[state]}</p>`}
    </div>`,
  );
}
