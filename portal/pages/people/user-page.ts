import { facts, when } from '../../components/show.ts';
import { openList } from '../../components/list-page.ts';
import { foreignLink } from '../../components/package-link.ts';
import { html } from '../../html.ts';
import { type Page, pathOf } from '../../page.ts';
import { packageList } from './package-list.ts';

/** A person as others see them: the profile, and packages that the reader may see. */
export const userPage: Page = {
  path: '/users/:username',
  async view(context) {
    const { t, services, caller, params, person } = context;
    const { username = '' } = params;
    const profile = await services.users.getPublicProfile({ username });
    const list = openList(context, pathOf('users', username));
    const packages = await services.users.listPackagesOf(caller, username, list.window);
    const { shown, pager } = list.close(packages);
    const website = foreignLink(profile.website);
    return {
      title: profile.displayName ?? profile.username,
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <div class="title-row">
          <h1>${profile.displayName ?? profile.username}</h1>
          ${profile.displayName !== null && html`<span class="muted">${profile.username}</span>`}
          ${person?.username === profile.username && html`<a class="button" href="/account">${t('shell.account')}</a>`}
        </div>
        ${profile.bio && html`<p>${profile.bio}</p>`}
        ${facts([
          website && [t('account.website'), website],
          [t('people.member_since'), when(context, profile.createdAt)],
        ])}
        <h2>${t('people.packages')}</h2>
        ${packageList(context, shown)} ${pager}
      </div>`,
    };
  },
};
