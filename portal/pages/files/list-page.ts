import { DomainError } from '../../../domain/errors.ts';
import { icon } from '../../components/icon.ts';
import { empty, notice, table } from '../../components/show.ts';
import { visible } from '../../components/visible.ts';
import { errorWords, showWords } from '../../error-words.ts';
import { html, type Html } from '../../html.ts';
import type { Page, PageContext, View } from '../../page.ts';
import { versionHref } from '../../components/package-link.ts';
import { namedVersion } from '../named.ts';
import { type BrowsedVersion, filesAddress } from '../../components/files-address.ts';

/** Longer lists are cut, as they are slow to lay out and readers search instead. */
const mostListed = 2_000;

export const fileListPage: Page = {
  path: '/packages/:ecosystem/:name/:version/-/files/',
  async view(context) {
    const named = namedVersion(context);
    const filename = context.query.get('file') ?? undefined;
    try {
      const listing = await context.services.files.list(context.caller, named, filename);
      return showList(context, listing);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_archive') throw error;
      const at = { ecosystem: named.ecosystem.id, name: named.name, version: named.version };
      return showUnreadable(context, at, error);
    }
  },
};

type Listing = Awaited<ReturnType<PageContext['services']['files']['list']>>;

function showList(context: PageContext, listing: Listing): View {
  const { t } = context;
  const { pkg, release, files, file, members, root } = listing;
  const at = { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version };
  const several = files.length > 1 ? file?.filename : undefined;
  // archives have no order of members
  const shown = members.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, mostListed);
  return {
    title: t('archive.files_of', { name: pkg.name, version: release.version }),
    isShared: true,
    body: html`<div>
      ${heading(context, at)} ${files.length > 1 && chooseFile(context, files, file?.filename)}
      ${
        members.length === 0
          ? empty(t('archive.none'), wayBack(at))
          : table({
              label: t('archive.files_of', { name: pkg.name, version: release.version }),
              columns: [t('archive.path'), t('archive.size')],
              numbers: [1],
              rows: shown.map(({ path, sizeBytes }) => {
                const inner = path.slice(root.length);
                return [
                  html`<a href=${filesAddress(at, { path: inner, file: several })}
                    >${icon('file')} <bdi>${visible(inner)}</bdi></a
                  >`,
                  context.size(sizeBytes),
                ];
              }),
            })
      }
      ${
        members.length > shown.length &&
        html`<p class="muted">${t('archive.more', { count: members.length - shown.length })}</p>`
      }
    </div>`,
  };
}

function showUnreadable(context: PageContext, at: BrowsedVersion, error: DomainError): View {
  const title = context.t('archive.files_of', { name: at.name, version: at.version });
  return {
    title,
    body: html`<div>
      ${heading(context, at)}
      ${notice('warning', html`<p>${context.t('archive.unreadable')} ${showWords(errorWords(context, error))}</p>`)}
    </div>`,
  };
}

/** The heading of pages about files, with the way back to the version. */
export function heading({ t }: PageContext, at: BrowsedVersion, path?: string): Html {
  return html`<div class="title-row">
    <h1>
      ${
        path === undefined
          ? t('archive.files_of', { name: at.name, version: at.version })
          : html`<span>${wayBack(at)} / <bdi>${visible(path)}</bdi></span>`
      }
    </h1>
    ${path === undefined && wayBack(at)}
  </div>`;
}

function wayBack({ ecosystem, name, version }: BrowsedVersion): Html {
  return html`<a href=${versionHref(ecosystem, name, version)}>${name} ${version}</a>`;
}

/** A version may have several stored files: wheels, gems of platforms. */
function chooseFile(
  { t }: PageContext,
  files: readonly { filename: string }[],
  current: string | undefined,
): Html {
  return html`<form method="get" class="form inline">
    <div class="field">
      <label for="file">${t('archive.stored_file')}</label>
      <select id="file" name="file" data-submit>
        ${files.map(
          ({ filename }) =>
            html`<option value=${filename} selected=${filename === current}>${filename}</option>`,
        )}
      </select>
    </div>
    <button>${t('archive.show')}</button>
  </form>`;
}
