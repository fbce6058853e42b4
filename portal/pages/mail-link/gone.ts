import { html } from '../../html.ts';
import type { PageContext, View } from '../../page.ts';

/** The page of links that are unknown, used or too old. */
export function linkGone({ t }: PageContext): View {
  const title = t('account.link_gone');
  return {
    title,
    status: 404,
    body: html`<div class="narrow">
      <h1>${title}</h1>
      <p>${t('account.link_gone_text')}</p>
    </div>`,
  };
}
