import { renderToString } from 'preact-render-to-string';
import type { NewRelease } from '../../../services/releases/newest.ts';
import { packageHref, versionHref } from '../../components/package-link.ts';
import { html } from '../../html.ts';
import type { PageContext, Raw } from '../../page.ts';

/** Characters that no XML document may contain, not even as a reference. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const beginning = new Date(0);

/** Releases as an Atom feed (RFC 4287), newest first. `about`: the page of the feed. */
export function atomFeed(
  { services }: Pick<PageContext, 'services'>,
  {
    title,
    path,
    about,
    releases,
  }: { title: string; path: string; about: string; releases: readonly NewRelease[] },
): Raw {
  const { publicUrl } = services.config.http;
  const times = releases.map(({ publishedAt }) => publishedAt.getTime());
  const updated = new Date(Math.max(beginning.getTime(), ...times)).toISOString();
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
    <id>${publicUrl}${path}</id>
    <title>${text(title)}</title>
    <updated>${updated}</updated>
    <author><name>${text(title)}</name></author>
    <link rel="self" type="application/atom+xml" href="${publicUrl}${path}" />
    <link rel="alternate" type="text/html" href="${publicUrl}${about}" />
    ${releases.map((release) => entry(publicUrl, release))}
  </feed>`;
  return {
    kind: 'raw',
    type: 'application/atom+xml; charset=utf-8',
    // the renderer writes HTML, where `]]>` is not escaped
    body: `<?xml version="1.0" encoding="utf-8"?>\n${renderToString(feed).replaceAll(']]>', ']]&gt;')}`,
    isShared: true,
  };
}

function entry(publicUrl: string, { id, ecosystem, name, version, description, publishedAt }: NewRelease) {
  const time = publishedAt.toISOString();
  return html`<entry>
    <id>urn:uuid:${id}</id>
    <title>${text(`${name} ${version}`)}</title>
    <updated>${time}</updated>
    <published>${time}</published>
    <link rel="alternate" type="text/html" href="${publicUrl}${versionHref(ecosystem, name, version)}" />
    <link rel="related" type="text/html" href="${publicUrl}${packageHref(ecosystem, name)}" />
    <category term=${ecosystem} />
    ${description && html`<summary>${text(description)}</summary>`}
  </entry>`;
}

const text = (value: string) => value.replaceAll(unwritable, '\u{FFFD}');
