import { facts, when } from '../../components/show.ts';
import { html } from '../../html.ts';
import { type Page, pathOf } from '../../page.ts';
import { packageList } from './package-list.ts';

const mostShown = 100;

/** A person as others see them: the profile, and packages that the reader may see. */
export const userPage: Page = {
  path: '/users/:username',
  async view(context) {
    const { t, services, caller, params, person } = context;
    const { username = '' } = params;
    const profile = await services.users.getPublicProfile({ username });
    const window = { offset: 0, limit: mostShown };
    const packages = await services.users.listPackagesOf(caller, username, window);
    const { website } = profile;
    const isWeb = website !== null && /^https?:\/\//i.test(website);
    return {
      title: profile.displayName ?? profile.username,
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <div class="title-row">
          <h1>${profile.displayName ?? profile.username}</h1>
          <span class="muted">${profile.username}</span>
          ${person?.username === profile.username && html`<a class="button" href="/account">${t('shell.account')}</a>`}
        </div>
        ${profile.bio && html`<p>${profile.bio}</p>`}
        ${facts([
          isWeb && [
            t('account.website'),
            html`<a href=${website} rel="nofollow ugc noopener">${website}</a>`,
          ],
          [t('people.member_since'), when(context, profile.createdAt)],
        ])}
        <h2>${t('people.packages')}</h2>
        ${packageList(context, packages)}
      </div>`,
    };
  },
};

/** Address of a person's profile. */
export const userAddress = (username: string) => pathOf('users', username);
