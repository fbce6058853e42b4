import { html } from '../../html.ts';
import type { Page } from '../../page.ts';

export const homePage: Page = {
  path: '/',
  view({ t }) {
    return {
      title: t('site.title'),
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <h1>${t('site.title')}</h1>
      </div>`,
    };
  },
};
