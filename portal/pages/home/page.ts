import { DomainError } from '../../../domain/errors.ts';
import { hitList } from '../../components/hit-list.ts';
import { searchForm } from '../../components/search-form.ts';
import { facts, notice } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { Page, PageContext } from '../../page.ts';

const shown = 6;

export const homePage: Page = {
  path: '/',
  async view(context) {
    const { t, services, caller } = context;
    const list = (sort: 'updated' | 'downloads') =>
      services.search.packages(caller.actor, { text: '', sort, limit: shown, offset: 0 });
    const [stats, invitations, lists] = await Promise.all([
      services.stats(),
      context.openInvitations(),
      Promise.all([list('updated'), list('downloads')]).catch(unlessAway),
    ]);
    const isEmpty = lists?.[0].total === 0;
    return {
      title: t('packages.home_title'),
      isShared: lists !== null,
      isIndexed: true,
      feed: '/feed.atom',
      replaces: ['search'],
      body: html`<div>
        <h1>${t('site.title')}</h1>
        <p class="lead">${t('packages.home_lead')}</p>
        ${searchForm(context)} ${invitations > 0 && invitationNotice(context, invitations)}
        <p class="row">
          ${!isEmpty && html`<a class="button" href="/publish">${t('shell.publish')}</a>`}
          ${context.person && html`<a class="button" href="/orgs/new">${t('people.create_organization')}</a>`}
        </p>
        ${
          isEmpty
            ? firstSteps(context)
            : html`<div>${counts(context, stats)} ${lists && columns(context, lists)}</div>`
        }
      </div>`,
    };
  },
};

type Found = Awaited<ReturnType<PageContext['services']['search']['packages']>>;

/** While the search is unreachable, the page has no lists. */
function unlessAway(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_ready') return null;
  throw error;
}

function columns(context: PageContext, [updated, popular]: readonly [Found, Found]): Html {
  const { t } = context;
  return html`<div class="columns halves">
    <section>
      <h2 id="updated">${t('packages.recently_updated')}</h2>
      ${hitList(context, updated.hits, 3)}
      <p><a href="/search?sort=updated">${t('packages.all_packages')}</a></p>
    </section>
    <section>
      <h2 id="popular">${t('packages.most_downloaded')}</h2>
      ${hitList(context, popular.hits, 3)}
      <p><a href="/search?sort=downloads">${t('packages.all_packages')}</a></p>
    </section>
  </div>`;
}

type Stats = Awaited<ReturnType<PageContext['services']['stats']>>;

function counts({ t, number }: PageContext, stats: Stats): Html {
  return html`<div class="counts">
    ${facts([
      [t('packages.count_packages'), number(stats.packages)],
      [t('packages.count_releases'), number(stats.releases)],
      [t('packages.count_organizations'), number(stats.organizations)],
      [t('packages.count_files'), number(stats.artifacts)],
    ])}
  </div>`;
}

function invitationNotice({ t, number }: PageContext, count: number): Html {
  return notice(
    'plain',
    html`<a href="/account/invitations">${t('people.invitations_wait', { count: number(count) })}</a>`,
  );
}

/** The first steps, on an instance without packages. */
function firstSteps({ t, person }: PageContext): Html {
  return html`<section class="empty">
    <h2 id="first">${t('packages.first_title')}</h2>
    <ol class="steps">
      <li>
        ${person ? t('packages.first_registered', { name: person.username }) : html`<a href="/register">${t('packages.first_register')}</a>`}
      </li>
      <li><a href="/account/tokens">${t('packages.first_token')}</a></li>
      <li><a href="/publish">${t('packages.first_publish')}</a></li>
    </ol>
  </section>`;
}
