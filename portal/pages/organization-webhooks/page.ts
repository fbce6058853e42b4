import type { Webhook } from '../../../services/webhooks/manage.ts';
import { checkbox, errorSummary, postForm } from '../../components/form.ts';
import { openSection, workspaceFrame, workspacePath } from '../../components/workspace.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type Page, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { deliverySection, redeliver } from './deliveries.ts';
import { aboutPackage, readWebhook, webhookFields } from './fields.ts';
import { namedWebhook, webhookPath } from './named.ts';

/** A webhook: its deliveries, its settings, and its deletion. */
export const organizationWebhookPage: Page = {
  path: '/orgs/:slug/webhooks/:id',
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const workspace = await openSection(context, 'webhooks');
    const webhook = await services.webhooks.get(caller, namedWebhook(context));
    const { host } = new URL(webhook.url);
    return {
      title: `${host} - ${t('organizations.webhooks')} - ${workspace.name}`,
      body: workspaceFrame(context, workspace, {
        section: 'webhooks',
        title: host,
        body: html`<div class="settings">
          ${errorSummary(context, attempt)} ${await deliverySection(context)}
          ${general(context, webhook, attempt)} ${ending(context)}
        </div>`,
      }),
    };
  },
  actions: { redeliver, save, renew_secret: renewSecret, delete: remove },
};

function general(context: PageContext, webhook: Webhook, attempt?: Attempt): Html {
  const { t } = context;
  const own = attemptAt(attempt, 'save');
  return html`<section>
    <h2>${t('publishing.general')}</h2>
    ${postForm(
      context,
      { name: 'save', className: 'form prose-width' },
      html`<div>
        ${webhookFields(context, webhook, own)}
        ${checkbox({
          name: 'is_active',
          label: t('workspace.is_active'),
          isOn: webhook.isActive,
          attempt: own,
        })}
        <button class="primary">${t('publishing.save')}</button>
      </div>`,
    )}
    ${postForm(context, { name: 'renew_secret' }, html`<button>${t('workspace.new_secret')}</button>`)}
  </section>`;
}

function ending(context: PageContext): Html {
  const { t } = context;
  return html`<section class="danger-zone">
    <h2>${t('publishing.danger_zone')}</h2>
    <p>${t('workspace.delete_webhook_text')}</p>
    ${postForm(context, { name: 'delete' }, html`<button class="danger">${t('publishing.delete')}</button>`)}
  </section>`;
}

async function save(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  const change = { ...readWebhook(context, form), isActive: form.isOn('is_active') };
  await aboutPackage(context, form, services.webhooks.change(caller, namedWebhook(context), change));
  return done(webhookPath(context), t('publishing.saved'));
}

async function renewSecret(context: PageContext): Promise<Redirect> {
  const { services, caller, t } = context;
  const secret = await services.webhooks.renewSecret(caller, namedWebhook(context));
  return done(webhookPath(context), t('workspace.secret_renewed'), secret);
}

async function remove(context: PageContext): Promise<Redirect> {
  const { services, caller, t } = context;
  await services.webhooks.remove(caller, namedWebhook(context));
  return done(workspacePath(context, 'webhooks'), t('workspace.webhook_deleted'));
}
