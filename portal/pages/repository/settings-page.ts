import type { Page } from '../../page.ts';
import { deletion, remove } from './delete.ts';
import { repositoryFrame } from './frame.ts';
import { general, save } from './general.ts';
import { transfer, transferSection } from './transfer.ts';
import { errorSummary } from '../../components/form.ts';
import { html } from '../../html.ts';

/** The settings of a repository: texts, visibility, owner, and the deletion of an empty one. */
export const repositorySettingsPage: Page = {
  path: '/repositories/:slug/settings',
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller, params } = context;
    const management = await services.repositories.manage(caller, params['slug'] ?? '');
    const title = t('publishing.settings_of', { name: management.name });
    return {
      title,
      body: repositoryFrame(context, management, {
        section: 'settings',
        title,
        body: html`<div class="settings">
          ${errorSummary(context, attempt)} ${general(context, management, attempt)}
          ${await transferSection(context, management, attempt)} ${deletion(context, management)}
        </div>`,
      }),
    };
  },
  actions: { save, transfer, delete: remove },
};
