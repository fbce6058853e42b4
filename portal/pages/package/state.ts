import { type Release, uploading } from '../../../domain/release.ts';
import type { PackageRow } from '../../../services/packages/front.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { holdWords } from '../../components/held/hold-words.ts';
import { notice, type State, stateBadge } from '../../components/show.ts';

type ReleaseStanding = Pick<Release, 'state' | 'statusReason' | 'isYanked' | 'isDeprecated'>;

/** Special states of a version, each with a banner on its page. */
type VersionState = 'draft' | 'scanning' | 'held' | 'rejected' | 'yanked' | 'deprecated';

/** The special states of a version, most serious first; empty for an ordinary version. */
export function statesOfVersion(release: ReleaseStanding): VersionState[] {
  switch (release.state) {
    case 'published': {
      const states = [release.isYanked && 'yanked', release.isDeprecated && 'deprecated'] as const;
      return states.filter((state) => state !== false);
    }
    case 'quarantine': {
      if (release.statusReason === null) return ['scanning'];
      return [release.statusReason === uploading ? 'draft' : 'held'];
    }
    case 'scanning': {
      return ['scanning'];
    }
    // a deleted version has no page
    default: {
      return ['rejected'];
    }
  }
}

/** The special states of a package, most serious first. */
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

/** A state that a package and its version share is shown once. */
export function stateBadges(context: PageContext, states: readonly State[]): Html[] {
  return [...new Set(states)].map((state) => stateBadge(context, state));
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

/** The states of a version, each with its reason: a yanked version may name its successor, as a deprecated one may. */
export function versionBanners(
  { t }: PageContext,
  release: ReleaseStanding & Pick<Release, 'yankReason' | 'deprecationMessage'>,
): Html[] {
  const reasons = {
    draft: null,
    scanning: null,
    held: holdWords({ t }, release.statusReason),
    rejected: release.statusReason,
    yanked: release.yankReason,
    deprecated: release.deprecationMessage,
  };
  return statesOfVersion(release).map((state) =>
    notice(
      tones[state],
      html`<div>
        <p class="notice-title">${t(`packages.version_is_${state}`)}</p>
        ${reasons[state] && html`<p>${reasons[state]}</p>`}
      </div>`,
    ),
  );
}

const tones = {
  draft: 'plain',
  scanning: 'plain',
  held: 'warning',
  rejected: 'danger',
  yanked: 'danger',
  deprecated: 'warning',
} as const;
