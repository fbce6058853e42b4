import type { FileBuild } from '../../../domain/file-build.ts';
import type { Activity } from '../../../services/packages/activity.ts';
import { foreignLink } from '../../components/package-link.ts';
import { badge } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** The host of source code for each issuer of identity tokens. */
const hosts: Readonly<Record<string, { url: string; commits: string }>> = {
  'https://token.actions.githubusercontent.com': { url: 'https://github.com', commits: 'commit' },
  'https://gitlab.com': { url: 'https://gitlab.com', commits: '-/commit' },
};

/** Builds that published with an identity token, newest first. */
export function buildsIn(history: readonly Activity[]): FileBuild[] {
  return history.flatMap((entry) => {
    const { action, buildIssuer: issuer, buildRepository: repository } = entry;
    if (action !== 'release_publish' || issuer === null || repository === null) return [];
    return [{ issuer, repository, commit: entry.buildCommit, workflow: entry.buildWorkflow }];
  });
}

/** The address of a build's repository; null for an issuer without a known host. */
export function sourceOf({ issuer, repository }: FileBuild): string | null {
  const host = hosts[issuer];
  return host === undefined || repository === null ? null : `${host.url}/${repository}`;
}

/** The address of a build's commit; null as in {@link sourceOf}. */
export function commitOf(build: FileBuild): string | null {
  const [source, host] = [sourceOf(build), hosts[build.issuer]];
  const isDigest = /^[\da-f]{7,64}$/.test(build.commit ?? '');
  return source === null || !host || !isDigest ? null : `${source}/${host.commits}/${build.commit}`;
}

/** A link to source code, marked as shown by a build of the version or only claimed by its publisher. */
export function sourceLink(
  { t }: PageContext,
  url: string | null,
  builds: readonly FileBuild[],
): Html | undefined {
  const link = foreignLink(url);
  if (!link || url === null) return undefined;
  const isShown = builds.some((build) => {
    const source = sourceOf(build);
    return source !== null && plain(source) === plain(url);
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
