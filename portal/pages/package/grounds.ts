import type { FileBuild } from '../../../domain/file-build.ts';
import type { ProvenNamespace } from '../../../services/namespaces/proven.ts';
import { badge } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { sourceOf } from './source.ts';

/** What shows that a link or an owner is the real one; without any it is only claimed. */
export type Ground = { kind: 'build'; repository: string } | { kind: 'namespace'; namespace: string };

/** A page of the repository that a build came from, or of the domain that the holder of the namespace has proved. */
export function groundOfLink(
  href: string | null,
  { builds, proven }: { builds: readonly FileBuild[]; proven: ProvenNamespace | null },
): Ground | null {
  const url = href === null ? null : URL.parse(href);
  // what comes over plain HTTP, or names a user, shows nothing
  if (url?.protocol !== 'https:' || url.username !== '' || url.port !== '') return null;
  const build = builds.find((each) => isInside(url, sourceOf(each)));
  if (build?.repository) return { kind: 'build', repository: build.repository };
  return proven && isBelow(url.hostname, proven.domains)
    ? { kind: 'namespace', namespace: proven.namespace }
    : null;
}

/**
 * An owner of the name of the account whose repository published the version with the identity of its build, or one who holds the
 * proven namespace. An attestation of a file does not count: any account that has the file can send it here.
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

/** With its mark, and what has shown it. */
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

/** Names of hosts and accounts on them do not depend on capitals. */
function isInside({ hostname, pathname }: URL, source: string | null): boolean {
  const place = source === null ? null : URL.parse(source);
  if (!place || hostname !== place.hostname) return false;
  const [inner, outer] = [pathname, place.pathname].map(
    (path) => `${path.toLowerCase().replace(/(?:\.git)?\/?$/, '')}/`,
  );
  return inner?.startsWith(outer ?? '') === true;
}

/** Of each domain, as any of them may be the one that was proved. */
const isBelow = (host: string, domains: readonly string[]) =>
  domains.length > 0 && domains.every((domain) => host === domain || host.endsWith(`.${domain}`));
