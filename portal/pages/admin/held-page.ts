import { administrationView, openAdministration } from '../../components/administration.ts';
import { errorSummary } from '../../components/form.ts';
import { heldForms, heldList } from '../../components/held/list.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';

const path = '/admin/held';

/** Held releases and files of the platform with their findings, and a decision form for each. */
export const heldPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    openAdministration(context);
    const { t, services, caller } = context;
    return administrationView(context, {
      section: path,
      title: t('workspace.held_releases'),
      body: html`<div>
        ${errorSummary(context, attempt)}
        <h2 class="hidden">${t('administration.oldest_first')}</h2>
        ${await heldList(context, {
          path,
          list: (window) => services.releases.listHeld(caller, window),
          attempt,
        })}
      </div>`,
    });
  },
  actions: heldForms({ pathOf: () => path }),
};
