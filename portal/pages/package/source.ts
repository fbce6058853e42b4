import type { Activity } from '../../../services/packages/activity.ts';
import { foreignLink } from '../../components/package-link.ts';
import { badge } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

type Build = Pick<Activity, 'buildIssuer' | 'buildRepository'>;

/** Where the repositories are that an issuer vouches for. */
const hosts: Readonly<Record<string, string>> = {
  'https://token.actions.githubusercontent.com': 'https://github.com',
  'https://gitlab.com': 'https://gitlab.com',
};

/** The address of the repository that a build has shown to be its own; null where the issuer names no host. */
export function sourceOf({ buildIssuer, buildRepository }: Build): string | null {
  const host = hosts[buildIssuer ?? ''];
  return host === undefined || buildRepository === null ? null : `${host}/${buildRepository}`;
}

/** A link to source code, with whether the build of the version has shown it or its publisher claims it. */
export function sourceLink(
  { t }: PageContext,
  url: string | null,
  history: readonly Activity[],
): Html | undefined {
  const link = foreignLink(url);
  if (!link || url === null) return undefined;
  const isShown = history.some((entry) => {
    const source = sourceOf(entry);
    return entry.action === 'release_publish' && source !== null && plain(source) === plain(url);
  });
  return html`<span class="row"
    >${link} ${isShown ? badge(t('packages.verified'), 'good') : badge(t('packages.claimed'))}</span
  >`;
}

const plain = (url: string) =>
  url
    .toLowerCase()
    .replace(/^git\+/, '')
    .replace(/(?:\.git)?\/?$/, '');
