import { fieldLimits } from '../../../domain/limits/fields.ts';
import { firstOf } from '../../../domain/paging.ts';
import type { Format } from '../../../ecosystems/format.ts';
import { errorSummary, field, select } from '../../components/form.ts';
import { codeBlock } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';
import {
  type ClientGuide,
  isName,
  listClients,
  personalise,
  type Place,
  placeholder,
  sampleName,
} from './guide.ts';
import { beginImport, importSection } from './import.ts';
import { createToken, tokenSection } from './token.ts';

/** The steps up to the first publish: a token, the configuration of the client, and the command. */
export const publishPage: Page = {
  path: '/publish/:ecosystem',
  async view(context, attempt) {
    const { t, services, params, flash } = context;
    const format = services.ecosystems.get(params['ecosystem'] ?? '');
    const repositories = await listRepositories(context);
    const place = placeOf(context, repositories);
    const name = nameOf(context, format);
    const token = flash?.secret ?? placeholder;
    const title = t('publishing.publish_to', { ecosystem: format.title });
    const { configure, publish } = format.snippets(name, '1.0.0', place.publicUrl);
    const personal = (text: string) => personalise(text, format, place, token);
    return {
      title,
      isShared: true,
      isIndexed: true,
      replaces: ['log_in', 'register'],
      body: html`<div class="guide">
        <p><a href="/publish">${t('publishing.title')}</a></p>
        <h1>${title}</h1>
        ${errorSummary(context, attempt)} ${chooser(context, name, repositories, place)}
        ${tokenSection(context, format, attempt)}
        <section>
          <h2 id="configure">${t('publishing.step_configure')}</h2>
          ${codeBlock(context, personal(configure), t('publishing.step_configure'))}
          ${(await listClients({ format, name, place, token })).map((client) => clientGuide(context, client))}
        </section>
        <section>
          <h2 id="send">${t('publishing.step_publish')}</h2>
          ${codeBlock(context, personal(publish), t('publishing.step_publish'))}
          <p>
            ${t('publishing.after_publish')}${' '}
            <code>${place.publicUrl}${pathOf('packages', format.id, name)}</code>
          </p>
        </section>
        ${format.ofGit !== null && importSection(context, attempt)}
        <p>
          <a href=${pathOf('docs', 'guides', format.id)}
            >${t('publishing.more', { ecosystem: format.title })}</a
          >
        </p>
      </div>`,
    };
  },
  actions: { create_token: createToken, import: beginImport },
};

type Repositories = readonly string[];

/** Slugs of repositories into which the reader can publish. */
async function listRepositories({ services, person }: PageContext): Promise<Repositories> {
  if (!person) return [];
  const own = await services.repositories.listOwn(person, firstOf(200));
  return own.filter(({ canCreatePackages }) => canCreatePackages).map(({ slug }) => slug);
}

function placeOf({ services, query }: PageContext, repositories: Repositories): Place {
  const { publicUrl } = services.config.http;
  return { publicUrl, repository: repositories.find((slug) => slug === query.get('repository')) };
}

function nameOf({ query, person }: PageContext, format: Format): string {
  const asked = query.get('name')?.trim() ?? '';
  if (asked !== '' && isName(format.names, asked)) return asked;
  return sampleName(format, person?.username ?? 'you');
}

/** The form that fills the reader's package and repository into the texts below. */
function chooser(
  { t, query }: PageContext,
  name: string,
  repositories: Repositories,
  { repository }: Place,
): Html {
  return html`<form method="get" class="form inline">
    ${field({
      name: 'name',
      label: t('publishing.package'),
      value: query.get('name') ?? '',
      placeholder: name,
      maxlength: fieldLimits['typed name'].characters,
    })}
    ${
      repositories.length > 0 &&
      select({
        name: 'repository',
        label: t('publishing.repository'),
        value: repository,
        choices: [
          { value: '', label: t('publishing.any_repository') },
          ...repositories.map((slug) => ({ value: slug, label: slug })),
        ],
      })
    }
    <button>${t('publishing.show')}</button>
  </form>`;
}

function clientGuide(context: PageContext, { names, commands, files, notes }: ClientGuide): Html {
  const { t } = context;
  const name = names.join(', ');
  return html`<div>
    <h3>${name}</h3>
    ${codeBlock(context, commands.join('\n'), t('publishing.command_for', { name }))}
    <details open=${context.flash?.secret !== undefined}>
      <summary>${t('publishing.by_hand', { name })}</summary>
      ${files.map(
        ({ path, text }) =>
          html`<p><code>${path}</code></p>
            ${codeBlock(context, text, `${name}: ${path}`)}`,
      )}
      ${
        notes.length > 0 &&
        html`<ul>
          ${notes.map((note) => html`<li>${`${name} ${note}`}</li>`)}
        </ul>`
      }
    </details>
  </div>`;
}
