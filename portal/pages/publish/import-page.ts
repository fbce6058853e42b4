import { postForm } from '../../components/form.ts';
import { facts, table, when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { done, type Page, type PageContext, pathOf } from '../../page.ts';

/** The progress of an import of tags; the page renews itself. */
export const importPage: Page = {
  path: '/publish/:ecosystem/imports/:id',
  audience: 'person',
  async view(context) {
    const { t } = context;
    const status = await findImport(context);
    const title = t('publishing.import_of', { name: status.name });
    return {
      title,
      islands: ['live'],
      body: html`<div>
        <h1>${title}</h1>
        ${progress(context, status)}
      </div>`,
    };
  },
  actions: {
    async cancel(context) {
      const { caller, services, t, url } = context;
      const { ecosystem, id } = paramsOf(context);
      const { name } = await findImport(context);
      await services.forEcosystem(ecosystem).imports.cancel(caller, name, id);
      return done(url, t('publishing.import_cancelled'));
    },
  },
};

function paramsOf({ params }: PageContext) {
  return { ecosystem: params['ecosystem'] ?? '', id: params['id'] ?? '' };
}

function findImport(context: PageContext) {
  const { ecosystem, id } = paramsOf(context);
  return context.services.forEcosystem(ecosystem).imports.find(context.caller, id);
}

type Status = Awaited<ReturnType<typeof findImport>>;

/** The outcomes of tags, in the order in which the page shows them. */
const outcomes = ['tags', 'published', 'pending', 'present', 'held', 'refused', 'ignored', 'left'] as const;

/** The part of the page that changes while the import runs. */
function progress(context: PageContext, status: Status): Html {
  const { t, url, number } = context;
  const { ecosystem } = paramsOf(context);
  const isRunning = status.completedAt === null;
  return html`<div data-live=${isRunning ? 'running' : 'ended'} aria-live="polite">
    ${facts([
      [t('publishing.state'), html`<strong>${status.status}</strong>`],
      [
        t('publishing.package'),
        html`<a href=${pathOf('packages', ecosystem, status.name)}>${status.name}</a>`,
      ],
      [t('publishing.git_url'), html`<code>${status.url}</code>`],
      status.tag !== null && [t('publishing.git_tag'), status.tag],
      status.startedAt !== null && [t('publishing.started'), when(context, status.startedAt)],
      status.completedAt !== null && [t('publishing.ended'), when(context, status.completedAt)],
      status.error !== null && [t('publishing.last_error'), status.error],
    ])}
    ${
      Object.keys(status.counts).length > 0 &&
      table({
        label: t('publishing.tags_by_outcome'),
        columns: [t('publishing.outcome'), t('publishing.tags')],
        numbers: [1],
        rows: outcomes.flatMap((outcome) => {
          const count = status.counts[outcome] ?? 0;
          return count > 0 ? [[t(`publishing.outcome_${outcome}`), number(count)]] : [];
        }),
      })
    }
    ${
      status.refused.length > 0 &&
      table({
        label: t('publishing.refused_tags'),
        columns: [t('publishing.tag'), t('publishing.reason')],
        rows: status.refused.map(({ tag, reason }) => [tag, reason]),
      })
    }
    ${
      isRunning &&
      html`<div class="row">
        <a class="button" href=${url}>${t('publishing.refresh')}</a>
        ${postForm(
          context,
          { name: 'cancel', className: 'form inline' },
          html`<button class="danger">${t('publishing.cancel')}</button>`,
        )}
      </div>`
    }
  </div>`;
}
