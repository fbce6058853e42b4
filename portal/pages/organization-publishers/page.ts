import { errorSummary } from '../../components/form.ts';
import { openSection, sectionView } from '../../components/workspace.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { addIssuer, issuerSection, removeIssuer } from './issuers.ts';
import { addPending, pendingSection, removePending } from './pending.ts';

/** Issuers that an organization trusts, and builds that may create packages for it. */
export const organizationPublishersPage: Page = {
  path: '/orgs/:slug/publishers',
  audience: 'person',
  async view(context, attempt) {
    const workspace = await openSection(context, 'publishers');
    return sectionView(
      context,
      workspace,
      'publishers',
      html`<div class="settings">
        ${errorSummary(context, attempt)} ${await pendingSection(context, attempt)}
        ${await issuerSection(context, attempt)}
      </div>`,
    );
  },
  actions: {
    add_issuer: addIssuer,
    remove_issuer: removeIssuer,
    add_publisher: addPending,
    remove_publisher: removePending,
  },
};
