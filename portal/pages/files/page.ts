import { isReadable } from '../../../domain/release.ts';
import { facts, notice } from '../../components/show.ts';
import { visible } from '../../components/visible.ts';
import { html, type Html, trusted } from '../../html.ts';
import { namedVersion } from '../named.ts';
import type { Page, PageContext, Raw, View } from '../../page.ts';
import { filesAddress } from '../../components/files-address.ts';
import { heading } from './list-page.ts';
import { splitLines } from './lines.ts';
import { type Shown, shownAs } from './text.ts';
import { isPublic } from '../../../domain/access.ts';

/** Longer texts have no line numbers, whose layout would be slow. */
const mostLines = 20_000;

export const filePage: Page = {
  path: '/packages/:ecosystem/:name/:version/-/files/*',
  async view(context) {
    const named = namedVersion(context);
    const wanted = { path: context.params['*'] ?? '', filename: context.query.get('file') ?? undefined };
    const member = await context.services.files.read(context.caller, named, wanted);
    return context.query.has('raw') ? sendRaw(member) : showMember(context, member);
  },
};

type Member = Awaited<ReturnType<PageContext['services']['files']['read']>>;

/**
 * Sends a member as a download, so that untrusted content never runs here. Pages can still embed an image, by its
 * type.
 */
function sendRaw({ path, body, pkg, release }: Member): Raw {
  if (body === null)
    return { kind: 'raw', status: 413, type: 'text/plain; charset=utf-8', body: 'too large\n' };
  const shown = shownAs(path, body);
  const name = (path.split('/').at(-1) ?? 'file').replaceAll(/[^\w.+~-]/g, '_');
  return {
    kind: 'raw',
    type: shown.kind === 'image' ? shown.type : 'application/octet-stream',
    body,
    headers: {
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      // only reviewers read a held version of a public package
      'cache-control': isPublic(pkg) && isReadable(release) ? 'public, no-cache' : 'private, no-store',
    },
  };
}

async function showMember(context: PageContext, member: Member): Promise<View> {
  const { t } = context;
  const { pkg, release, path, sizeBytes, sha256, body, files, file } = member;
  const at = { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version };
  const filename = files.length > 1 ? file?.filename : undefined;
  const raw = filesAddress(at, { path, file: filename });
  const shown = body === null ? undefined : shownAs(path, body);
  return {
    title: `${visible(path)} - ${pkg.name} ${release.version}`,
    isShared: true,
    body: html`<div>
      ${heading(context, at, path)}
      <div class="row spread">
        ${facts([
          [t('archive.size'), context.size(sizeBytes)],
          sha256 !== null && (['SHA-256', html`<code>${sha256}</code>`] as const),
        ])}
        ${
          body !== null &&
          html`<a class="button" href=${`${raw}${raw.includes('?') ? '&' : '?'}raw`}>${t('archive.raw')}</a>`
        }
      </div>
      ${
        shown === undefined
          ? notice('plain', html`<p>${t('archive.too_large')}</p>`)
          : await content(context, { shown, path, raw })
      }
    </div>`,
  };
}

async function content(
  context: PageContext,
  { shown, path, raw }: { shown: Shown; path: string; raw: string },
): Promise<Html> {
  const { t, services } = context;
  if (shown.kind === 'binary') return notice('plain', html`<p>${t('archive.binary')}</p>`);
  if (shown.kind === 'image') {
    return html`<p><img src=${`${raw}${raw.includes('?') ? '&' : '?'}raw`} alt=${visible(path)} /></p>`;
  }
  const { language } = shown;
  const text = visible(shown.text);
  const label = t('archive.content_of', { path: visible(path) });
  const coloured = await services.texts.code(text, language);
  const lines = coloured === null ? text.split('\n') : splitLines(coloured);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > mostLines)
    return html`<pre tabindex="0" role="region" aria-label=${label}>${text}</pre>`;
  return html`<div class="table-box lines" tabindex="0" role="region" aria-label=${label}>
    <table role="presentation">
      <tbody>
        ${lines.map(
          (line, index) =>
            html`<tr id=${`L${index + 1}`}>
              <td class="line-number">
                <a
                  href=${`#L${index + 1}`}
                  data-line=${index + 1}
                  aria-label=${t('archive.line', { line: index + 1 })}
                ></a>
              </td>
              ${coloured === null ? html`<td class="code">${line}</td>` : trusted(line, 'code', { tag: 'td' })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
