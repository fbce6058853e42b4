import type { FileBuild } from '../../../domain/file-build.ts';
import type { ProvenNamespace } from '../../../services/namespaces/proven.ts';
import { badge } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { sourceOf } from './source.ts';

/** The evidence for a link or an owner; without evidence it is only claimed. */
export type Ground = { kind: 'build'; repository: string } | { kind: 'namespace'; namespace: string };

/** The evidence for a link: it is inside the repository of a build, or below the proved domain of the namespace. */
export function groundOfLink(
  href: string | null,
  { builds, proven }: { builds: readonly FileBuild[]; proven: ProvenNamespace | null },
): Ground | null {
  const url = href === null ? null : URL.parse(href);
  // a link over plain HTTP or with a user name has no evidence
  if (url?.protocol !== 'https:' || url.username !== '' || url.port !== '') return null;
  const build = builds.find((each) => isInside(url, sourceOf(each)));
  if (build?.repository) return { kind: 'build', repository: build.repository };
  return proven && isBelow(url.hostname, proven.domains)
    ? { kind: 'namespace', namespace: proven.namespace }
    : null;
}

/**
 * The evidence for an owner: a build from a repository of the account with the same name published the version, or
 * the owner holds the proved namespace. An attestation of a file does not count, as any account with the file can
 * send it here.
 */
export function groundOfOwner(
  name: string,
  { published, proven }: { published: readonly FileBuild[]; proven: ProvenNamespace | null },
): Ground | null {
  const build = published.find(
    (each) => sourceOf(each) !== null && each.repository?.split('/')[0]?.toLowerCase() === name.toLowerCase(),
  );
  if (build?.repository) return { kind: 'build', repository: build.repository };
  return proven?.isOfOwner === true ? { kind: 'namespace', namespace: proven.namespace } : null;
}

/** The content with its mark and its evidence. */
export function marked({ t }: PageContext, content: Content, ground: Ground | null): Html {
  if (ground === null) return html`<span class="row">${content} ${badge(t('packages.claimed'))}</span>`;
  const why =
    ground.kind === 'build'
      ? t('packages.by_build', { repository: ground.repository })
      : t('packages.by_namespace', { namespace: ground.namespace });
  return html`<span class="row"
    >${content} ${badge(t('packages.verified'), 'good')} <span class="small muted">${why}</span></span
  >`;
}

/** Host names and account names are case-insensitive. */
function isInside({ hostname, pathname }: URL, source: string | null): boolean {
  const place = source === null ? null : URL.parse(source);
  if (!place || hostname !== place.hostname) return false;
  const [inner, outer] = [pathname, place.pathname].map(
    (path) => `${path.toLowerCase().replace(/(?:\.git)?\/?$/, '')}/`,
  );
  return inner?.startsWith(outer ?? '') === true;
}

/** The host must be below every domain, as any of them may be the proved one. */
const isBelow = (host: string, domains: readonly string[]) =>
  domains.length > 0 && domains.every((domain) => host === domain || host.endsWith(`.${domain}`));
