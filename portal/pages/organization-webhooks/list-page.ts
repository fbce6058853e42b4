import type { Webhook } from '../../../services/webhooks/manage.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { packageHref } from '../../components/package-link.ts';
import { badge, empty, table, when } from '../../components/show.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type Page, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { aboutPackage, readWebhook, webhookFields } from './fields.ts';

const section = 'webhooks';

/** The webhooks of an organization, and the form that adds one. */
export const organizationWebhooksPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller, params } = context;
    const workspace = await openSection(context, section);
    const list = openList(context, workspacePath(context, section));
    const { shown, isEmpty, pager } = list.close(
      await services.webhooks.list(caller, params['slug'] ?? '', list.window),
    );
    return sectionView(
      context,
      workspace,
      section,
      html`<div>
        ${errorSummary(context, attempt)}
        <p>${t('workspace.webhooks_text')}</p>
        ${isEmpty ? empty(t('workspace.no_webhooks')) : webhookTable(context, shown)} ${pager}
        ${addForm(context, attempt)}
      </div>`,
    );
  },
  actions: { add_webhook: add },
};

function webhookTable(context: PageContext, webhooks: readonly Webhook[]): Html {
  const { t, params } = context;
  return table({
    label: t('organizations.webhooks'),
    columns: [
      t('workspace.address'),
      t('workspace.events'),
      t('workspace.package'),
      t('publishing.state'),
      t('packages.time'),
    ],
    rows: webhooks.map(({ id, url, events, package: pkg, isActive, createdAt }) => [
      html`<a class="wrap" href=${pathOf('orgs', params['slug'] ?? '', section, id)}>${url}</a>`,
      events.map((event) => badge(event)),
      pkg
        ? html`<span
            >${pkg.ecosystem}${' '}<a href=${packageHref(pkg.ecosystem, pkg.name)}>${pkg.name}</a></span
          >`
        : t('workspace.all_packages'),
      isActive ? badge(t('workspace.active'), 'good') : badge(t('workspace.paused'), 'warning'),
      when(context, createdAt),
    ]),
  });
}

function addForm(context: PageContext, attempt?: Attempt): Html {
  const { t } = context;
  return html`<section>
    <h2>${t('workspace.add_webhook')}</h2>
    ${postForm(
      context,
      { name: 'add_webhook', className: 'form prose-width' },
      html`<div>
        ${webhookFields(context, undefined, attempt)}
        <button class="primary">${t('workspace.add_webhook')}</button>
      </div>`,
    )}
  </section>`;
}

async function add(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  const slug = params['slug'] ?? '';
  const creating = services.webhooks.create(caller, slug, readWebhook(context, form));
  const { webhook, secret } = await aboutPackage(context, form, creating);
  return done(pathOf('orgs', slug, section, webhook.id), t('workspace.webhook_added'), secret);
}
