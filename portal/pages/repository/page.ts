import { openList } from '../../components/list-page.ts';
import { facts } from '../../components/show.ts';
import { foreignLink } from '../../components/package-link.ts';
import { html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import { type Page, pathOf } from '../../page.ts';
import { packageList } from '../people/package-list.ts';
import { addresses } from './addresses.ts';
import { repositoryFrame, repositoryPath } from './frame.ts';

/** A repository: its packages, and its addresses for the clients of each ecosystem. */
export const repositoryPage: Page = {
  path: '/repositories/:slug',
  async view(context) {
    const { t, services, caller, params } = context;
    const { slug = '' } = params;
    const repository = await services.repositories.get(caller.actor, slug);
    const list = openList(context, repositoryPath(context));
    const { total, packages } = await services.repositories.listPackages(caller.actor, slug, list.window);
    const { shown, pager } = list.close(packages);
    const { name, kind, visibility, orgSlug, ownerUsername, description, upstreamUrl } = repository;
    const upstream = foreignLink(upstreamUrl);
    return {
      title: name,
      isShared: true,
      body: repositoryFrame(context, repository, {
        section: 'packages',
        title: name,
        body: html`<div>
          ${description && html`<p>${description}</p>`}
          ${facts([
            [t('people.slug'), html`<code>${slug}</code>`],
            [t('people.kind'), t(`places.kind_${kind}_text` satisfies TextKey)],
            [t('people.visibility'), t(`publishing.visibility_${visibility}` satisfies TextKey)],
            orgSlug !== null && [t('people.owner'), html`<a href=${pathOf('orgs', orgSlug)}>${orgSlug}</a>`],
            orgSlug === null &&
              ownerUsername !== null && [
                t('people.owner'),
                html`<a href=${pathOf('users', ownerUsername)}>${ownerUsername}</a>`,
              ],
            upstream && [t('places.upstream'), upstream],
          ])}
          <h2>${t('people.packages')} <span class="count">${context.number(total)}</span></h2>
          ${packageList(
            context,
            shown,
            repository.canCreatePackages && html`<a href="#addresses">${t('places.publish_first')}</a>`,
          )}
          ${pager}
          <h2 id="addresses">${t('people.addresses')}</h2>
          ${await addresses(context, repository)}
        </div>`,
      }),
    };
  },
};
