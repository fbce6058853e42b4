import { DomainError } from '../../../domain/errors.ts';
import { icon } from '../../components/icon.ts';
import { empty, notice, table } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { Page, PageContext, View } from '../../page.ts';
import { addressed, namedIn } from './read.ts';
import { type BrowsedVersion, filesAddress, versionAddress } from './address.ts';

/** Longer lists are cut: nobody reads them, and a browser would have to lay them out. */
const mostListed = 2_000;

export const fileListPage: Page = {
  path: '/packages/:ecosystem/:name/:version/-/files/',
  async view(context) {
    const named = namedIn(context);
    const filename = context.query.get('file') ?? undefined;
    try {
      const listing = await context.services.files.list(context.caller, named, filename);
      return showList(context, listing);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_archive') throw error;
      return showUnreadable(context, error.detail);
    }
  },
};

type Listing = Awaited<ReturnType<PageContext['services']['files']['list']>>;

function showList(context: PageContext, listing: Listing): View {
  const { t } = context;
  const { pkg, release, files, file, members, root } = listing;
  const at = { ...addressed(context), version: release.version };
  const several = files.length > 1 ? file?.filename : undefined;
  const shown = members.slice(0, mostListed);
  return {
    title: t('archive.files_of', { name: pkg.name, version: release.version }),
    isShared: true,
    body: html`<div>
      ${heading(context, at, pkg.name)} ${files.length > 1 && chooseFile(context, files, file?.filename)}
      ${
        members.length === 0
          ? empty(t('archive.none'), html`<a href=${versionAddress(at)}>${pkg.name} ${release.version}</a>`)
          : table({
              label: t('archive.files_of', { name: pkg.name, version: release.version }),
              columns: [t('archive.path'), t('archive.size')],
              numbers: [1],
              rows: shown.map(({ path, sizeBytes }) => {
                const inner = path.slice(root.length);
                return [
                  html`<a href=${filesAddress(at, { path: inner, file: several })}
                    >${icon('file')} ${inner}</a
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

function showUnreadable(context: PageContext, why: string): View {
  const at = addressed(context);
  const title = context.t('archive.files_of', { name: at.name, version: at.version });
  return {
    title,
    body: html`<div>
      ${heading(context, at, at.name)}
      ${notice('warning', html`<p>${context.t('archive.unreadable', { why })}</p>`)}
    </div>`,
  };
}

/** The heading of pages about files, with the way back to the version. */
export function heading({ t }: PageContext, at: BrowsedVersion, name: string, path?: string): Html {
  return html`<div class="title-row">
    <h1>
      ${
        path === undefined
          ? t('archive.files_of', { name, version: at.version })
          : html`<span><a href=${versionAddress(at)}>${name} ${at.version}</a> / ${path}</span>`
      }
    </h1>
    ${path === undefined && html`<a href=${versionAddress(at)}>${name} ${at.version}</a>`}
  </div>`;
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
