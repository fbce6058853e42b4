import { repositoryList } from '../../components/repository-list.ts';
import { empty, facts, when } from '../../components/show.ts';
import { openList } from '../../components/list-page.ts';
import { foreignLink } from '../../components/package-link.ts';
import { html } from '../../html.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';
import type { Window } from '../../../domain/paging.ts';
import { packageList } from './package-list.ts';

/** A person's public profile, with the packages and repositories that the reader may see. */
export const userPage: Page = {
  path: '/users/:username',
  async view(context) {
    const { t, services, caller, params, person } = context;
    const { username = '' } = params;
    const profile = await services.users.getPublicProfile({ username });
    const packages = await listed(context, 'page', 'places', (window) =>
      services.users.listPackagesOf(caller, username, window),
    );
    const repositories = await listed(context, 'places', 'page', (window) =>
      services.users.listRepositoriesOf(caller, username, window),
    );
    const isOwn = person?.username === profile.username;
    const website = foreignLink(profile.website);
    return {
      title: profile.displayName ?? profile.username,
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <div class="title-row">
          <h1>${profile.displayName ?? profile.username}</h1>
          ${profile.displayName !== null && html`<span class="muted">${profile.username}</span>`}
          ${isOwn && html`<a class="button" href="/account">${t('shell.account')}</a>`}
        </div>
        ${profile.bio && html`<p>${profile.bio}</p>`}
        ${facts([
          website && [t('account.website'), website],
          [t('people.member_since'), when(context, profile.createdAt)],
        ])}
        <h2>${t('people.packages')}</h2>
        ${packageList(context, packages.shown, isOwn && html`<a href="/publish">${t('shell.publish')}</a>`)}
        ${packages.pager}
        <h2>${t('account.repositories')}</h2>
        ${
          repositories.isEmpty
            ? empty(
                t(isOwn ? 'people.no_repositories_yet' : 'people.no_repositories'),
                isOwn && html`<a href="/account/repositories">${t('people.create_repository')}</a>`,
              )
            : repositoryList(context, repositories.shown, 3)
        }
        ${repositories.pager}
      </div>`,
    };
  },
};

/**
 * One of the two lists of the page. `pageName`: the query member of its page number; links keep that of the `other`.
 */
async function listed<Entry>(
  context: PageContext,
  pageName: string,
  other: string,
  read: (window: Window) => Promise<readonly Entry[]>,
) {
  const path = pathOf('users', context.params['username'] ?? '');
  const kept = { [other]: context.query.get(other) ?? undefined };
  const list = openList(context, path, perPage, kept, pageName);
  return list.close(await read(list.window));
}

const perPage = 100;
