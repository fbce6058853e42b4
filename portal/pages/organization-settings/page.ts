import { errorSummary } from '../../components/form.ts';
import { openSection, sectionView } from '../../components/workspace.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { deletionSection, remove } from './deletion.ts';
import { general, save } from './general.ts';
import { transfer, transferSection } from './transfer.ts';

/** Settings of an organization; its owner can also transfer and delete it here. */
export const organizationSettingsPage: Page = {
  path: '/orgs/:slug/settings',
  audience: 'person',
  async view(context, attempt) {
    const workspace = await openSection(context, 'settings');
    return sectionView(
      context,
      workspace,
      'settings',
      html`<div class="settings">
        ${errorSummary(context, attempt)} ${await general(context, workspace, attempt)}
        ${workspace.canTransfer && transferSection(context, attempt)}
        ${workspace.canTransfer && (await deletionSection(context, workspace, attempt))}
      </div>`,
    );
  },
  actions: { save, transfer, delete: remove },
};
