import { DomainError } from '../../../domain/errors.ts';
import { hitList } from '../../components/hit-list.ts';
import { packageHref, versionHref } from '../../components/package-link.ts';
import { empty, pager } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type Page, type PageContext, type Redirect, redirect } from '../../page.ts';
import { facetLists } from './facets.ts';
import { pagesOf, perPage, readWanted, searchHref, sorts, type Wanted } from './wanted.ts';

export const searchPage: Page = {
  path: '/search',
  async view(context) {
    const { t, services, caller } = context;
    const wanted = readWanted(context);
    const found = /^pkg:/i.test(wanted.q) ? await lookUp(context, wanted.q) : undefined;
    if (found) return found;
    const { q, page, ...filters } = wanted;
    const { total, hits, facets } = await services.search.packages(caller.actor, {
      ...filters,
      text: q,
      limit: perPage,
      offset: (page - 1) * perPage,
      countBy: ['ecosystem', 'license', 'keyword'],
    });
    const title = q === '' ? t('packages.search_all') : t('packages.search_title', { text: q });
    return {
      title,
      isShared: true,
      body: html`<div>
        <h1>${title}</h1>
        <p role="status">${t('packages.total', { count: total })}</p>
        ${narrowed(context, wanted)}
        <div class="columns left">
          <div>${facetLists(context, wanted, facets ?? {})}</div>
          <div>
            ${hits.length > 0 && sortLinks(context, wanted)}
            ${hits.length === 0 ? nothing(context, wanted, total) : hitList(context, hits, 2)}
            ${pager(context, {
              page,
              pages: pagesOf(total),
              hrefOf: (each) => searchHref(wanted, { page: each }),
            })}
          </div>
        </div>
      </div>`,
    };
  },
};

/** The page of a package URL; undefined for an unknown package, whose URL is searched as text. */
async function lookUp({ services, caller }: PageContext, purl: string): Promise<Redirect | undefined> {
  try {
    const { pkg, release } = await services.packages.lookUpPurl(caller, purl);
    const { ecosystem, name } = pkg;
    return redirect(release ? versionHref(ecosystem, name, release.version) : packageHref(ecosystem, name));
  } catch (error) {
    if (error instanceof DomainError && ['not_found', 'validation_failed'].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}

function sortLinks({ t }: PageContext, wanted: Wanted): Html {
  return html`<nav class="row small sorts" aria-label=${t('packages.sort')}>
    <span class="muted">${t('packages.sort')}:</span>
    ${sorts.map(
      (sort) =>
        html`<a
          href=${searchHref(wanted, { sort })}
          rel="nofollow"
          aria-current=${sort === wanted.sort ? 'true' : undefined}
          >${t(`packages.sort_${sort}`)}</a
        >`,
    )}
  </nav>`;
}

/** The filters of the address that have no facet. */
function narrowed({ t }: PageContext, wanted: Wanted): Html | undefined {
  const within = (['org', 'repository'] as const).flatMap((name) => wanted[name] ?? []);
  if (within.length === 0) return undefined;
  return html`<p class="row">
    ${(['org', 'repository'] as const).map(
      (name) =>
        wanted[name] !== undefined &&
        html`<span
          >${t(`packages.within_${name}`)}: <strong>${wanted[name]}</strong>
          <a href=${searchHref(wanted, { [name]: undefined })}>${t('packages.everywhere')}</a></span
        >`,
    )}
  </p>`;
}

function nothing({ t }: PageContext, wanted: Wanted, total: number): Html {
  if (total > 0) {
    return empty(
      t('packages.page_is_empty'),
      html`<a href=${searchHref(wanted, { page: 1 })}>${t('packages.first_page')}</a>`,
    );
  }
  const hasFilter = [wanted.ecosystem, wanted.license, wanted.keyword, wanted.org, wanted.repository].some(
    (each) => each !== undefined,
  );
  if (hasFilter) {
    const all = {
      ecosystem: undefined,
      license: undefined,
      keyword: undefined,
      org: undefined,
      repository: undefined,
    };
    return empty(
      t('packages.nothing_found'),
      html`<a href=${searchHref(wanted, all)}>${t('packages.without_filters')}</a>`,
    );
  }
  return empty(t('packages.nothing_found'), html`<a href="/publish">${t('shell.publish')}</a>`);
}
