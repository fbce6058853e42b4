import { html, type Content, type Html } from '../html.ts';
import { pathOf } from '../page.ts';

/** The address of a package's page. */
export function packageHref(ecosystem: string, name: string): string {
  return pathOf('packages', ecosystem, name);
}

/** The address of a version's page. */
export function versionHref(ecosystem: string, name: string, version: string): string {
  return pathOf('packages', ecosystem, name, version);
}

const longestVersion = 32;
const shownOfDigest = 19;

/** A version for lists: a digest is shortened to its beginning. */
export function shortVersion(version: string): string {
  return version.length > longestVersion ? `${version.slice(0, shownOfDigest)}…` : version;
}

/** A link to the page of a version. */
export function versionLink(ecosystem: string, name: string, version: string): Html {
  const short = shortVersion(version);
  const href = versionHref(ecosystem, name, version);
  return html`<a href=${href} title=${short === version ? undefined : version}>${short}</a>`;
}

/** An address behind the reserved sign: `/packages/npm/left/-/settings`. */
export function actionHref(ecosystem: string, name: string, ...rest: string[]): string {
  return `${packageHref(ecosystem, name)}/-${pathOf(...rest)}`;
}

/** A link from a publisher: only HTTP and HTTPS, without weight for search engines. */
export function foreignLink(href: string | null, text: Content = href): Html | undefined {
  const url = href === null ? null : URL.parse(href);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return html`<a href=${url.href} rel="nofollow ugc noopener">${text}</a>`;
}
