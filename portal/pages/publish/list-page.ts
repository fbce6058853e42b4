import { ecosystemBadge } from '../../components/show.ts';
import { html } from '../../html.ts';
import { type Page, pathOf } from '../../page.ts';

/** The clients that can publish packages. */
export const publishListPage: Page = {
  path: '/publish',
  view({ t, services, person }) {
    return {
      title: t('publishing.title'),
      isShared: true,
      isIndexed: true,
      replaces: ['log_in', 'register'],
      body: html`<div>
        <h1>${t('publishing.title')}</h1>
        <p>${t('publishing.intro')}</p>
        ${
          !person &&
          html`<p>
            ${t('publishing.account_needed')} ${' '}<a href="/register?next=%2Fpublish"
              >${t('shell.register')}</a
            >
            ${' · '}<a href="/login?next=%2Fpublish">${t('shell.log_in')}</a>
          </p>`
        }
        <ul class="list">
          ${services.ecosystems.all.map(
            ({ id, title }) =>
              html`<li>
                <h2><a href=${pathOf('publish', id)}>${title}</a></h2>
                ${ecosystemBadge(id)}
              </li>`,
          )}
        </ul>
      </div>`,
    };
  },
};
