import { repositoryMount } from '../../../ecosystems/mounts.ts';
import { openList } from '../../components/list-page.ts';
import { badge, copyButton, facts } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';
import { packageList } from './package-list.ts';

/** A repository: its packages, and its address for the clients of each ecosystem. */
export const repositoryPage: Page = {
  path: '/repositories/:slug',
  async view(context) {
    const { t, services, caller, params } = context;
    const { slug = '' } = params;
    const repository = await services.repositories.get(caller.actor, slug);
    const list = openList(context, pathOf('repositories', slug));
    const { total, packages } = await services.repositories.listPackages(caller.actor, slug, list.window);
    const { shown, pager } = list.close(packages);
    const { orgSlug, ownerUsername, description } = repository;
    return {
      title: repository.name,
      isShared: true,
      body: html`<div>
        <div class="title-row">
          <h1>${repository.name}</h1>
          ${badge(repository.kind)}
          ${repository.visibility !== repository.kind && badge(repository.visibility)}
        </div>
        ${description && html`<p>${description}</p>`}
        ${facts([
          [t('people.slug'), html`<code>${repository.slug}</code>`],
          orgSlug !== null && [t('people.owner'), html`<a href=${pathOf('orgs', orgSlug)}>${orgSlug}</a>`],
          orgSlug === null &&
            ownerUsername !== null && [
              t('people.owner'),
              html`<a href=${pathOf('users', ownerUsername)}>${ownerUsername}</a>`,
            ],
        ])}
        <h2>${t('people.packages')} <span class="count">${context.number(total)}</span></h2>
        ${packageList(context, shown)} ${pager}
        <h2>${t('people.addresses')}</h2>
        ${addresses(context, repository)}
      </div>`,
    };
  },
};

function addresses({ t, services }: PageContext, repository: { slug: string; visibility: string }): Html {
  const { publicUrl } = services.config.http;
  return html`<ul class="list">
    ${services.ecosystems.all.map((ecosystem) => {
      const { id, title } = ecosystem;
      const { url: address } = repositoryMount(ecosystem, publicUrl, repository);
      return html`<li class="row">
        <span>${title}</span> <code>${address}</code>
        ${copyButton(`${t('shell.copy')} ${id}`, address, t('shell.copied'))}
      </li>`;
    })}
  </ul>`;
}
