import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { errorSummary } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { badge, ecosystemBadge, facts, when } from '../../components/show.ts';
import { html } from '../../html.ts';
import { type Page, pathOf } from '../../page.ts';
import { packageList } from '../people/package-list.ts';
import { namespacePath } from './address.ts';
import { giveUp, givingUp, transfer, transferSection } from './giving-up.ts';
import { addKey, keysSection, removeKey } from './keys.ts';
import { check, prove, verification } from './verification.ts';

/** A namespace: its holder, the proof of its domain, the holder's keys, and its packages. */
export const namespacePage: Page = {
  path: '/namespaces/:id',
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller, params } = context;
    const { id = '' } = params;
    const found = await services.namespaces.get(caller, id);
    const list = openList(context, namespacePath(context));
    const { total, packages } = await services.namespaces.listPackages(caller, id, list.window);
    const { shown, pager } = list.close(packages);
    const { namespace, ownerName, ownerOrgId, isVerified } = found;
    const ecosystem = services.ecosystems.get(found.ecosystem satisfies EcosystemId);
    const holder = pathOf(ownerOrgId === null ? 'users' : 'orgs', ownerName);
    return {
      title: namespace,
      body: html`<div class="settings">
        <div class="title-row">
          <h1>${namespace}</h1>
          ${ecosystemBadge(ecosystem.id)} ${isVerified && badge(t('people.verified'), 'good')}
        </div>
        ${errorSummary(context, attempt)}
        ${facts([
          [t('places.holder'), html`<a href=${holder}>${ownerName}</a>`],
          [t('account.ecosystem'), ecosystem.title],
          [t('places.claimed_at'), when(context, found.createdAt)],
        ])}
        ${verification(context, found, ecosystem.title)} ${await keysSection(context, found, attempt)}
        <section>
          <h2 id="packages">${t('people.packages')} <span class="count">${context.number(total)}</span></h2>
          ${packageList(context, shown, found.canManage && html`<a href=${pathOf('publish', ecosystem.id)}>${t('shell.publish')}</a>`)}
          ${pager}
        </section>
        ${await transferSection(context, found, attempt)} ${givingUp(context, found, total)}
      </div>`,
    };
  },
  actions: { prove, check, add_key: addKey, remove_key: removeKey, transfer, release: giveUp },
};
