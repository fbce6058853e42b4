import type { Format } from '../../../ecosystems/format.ts';
import { repositoryMount } from '../../../ecosystems/mounts.ts';
import type { RepositoryView } from '../../../services/repositories/get.ts';
import { codeBlock, copyButton, ecosystemBadge } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type PageContext, pathOf, withQuery } from '../../page.ts';
import { listClients, placeholder, sampleName } from '../publish/guide.ts';

/** The address of the repository for each ecosystem, and the configuration of each of its clients. */
export async function addresses(context: PageContext, repository: RepositoryView): Promise<Html> {
  const { t, services } = context;
  const { publicUrl } = services.config.http;
  const { all } = services.ecosystems;
  const needsToken = all.some((format) => repositoryMount(format, publicUrl, repository).requiresAuth);
  const entries = await Promise.all(all.map((format) => entryOf(context, repository, format)));
  return html`<div>
    ${needsToken && html`<p>${t('places.needs_token')}</p>`}
    <ul class="list">
      ${entries}
    </ul>
  </div>`;
}

async function entryOf(context: PageContext, repository: RepositoryView, format: Format): Promise<Html> {
  const { t, services, person } = context;
  const { publicUrl } = services.config.http;
  const { id, title } = format;
  const { slug, canCreatePackages } = repository;
  const { url } = repositoryMount(format, publicUrl, repository);
  const place = { publicUrl, repository: slug };
  const name = sampleName(format, repository.orgSlug ?? person?.username ?? 'you');
  const clients = await listClients({ format, name, place, token: placeholder });
  return html`<li>
    <h3>${title} ${ecosystemBadge(id)}</h3>
    <p class="row">
      <code>${url}</code> ${copyButton(`${t('shell.copy')} ${id}`, url, t('shell.copied'))}
      ${
        canCreatePackages &&
        html`<a href=${withQuery(pathOf('publish', id), { repository: slug })}
          >${t('places.publish_here')}</a
        >`
      }
    </p>
    ${clients.map(({ names, files }) => {
      const label = names.join(', ');
      return html`<details>
        <summary>${t('packages.with_client', { client: label })}</summary>
        ${files.map(
          ({ path, text }) =>
            html`<div>
              <p class="small"><code>${path}</code></p>
              ${codeBlock(context, text.trimEnd(), `${label}: ${path}`)}
            </div>`,
        )}
      </details>`;
    })}
  </li>`;
}
