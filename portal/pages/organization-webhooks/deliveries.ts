import { fieldLimits } from '../../../domain/limits/fields.ts';
import { webhookLimits } from '../../../domain/webhook.ts';
import type { SentDelivery } from '../../../services/webhooks/deliveries.ts';
import { postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { lengthOf } from '../../components/length-of.ts';
import { badge, empty, table, when } from '../../components/show.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { done, type PageContext, type Redirect } from '../../page.ts';
import { namedWebhook, webhookPath } from './named.ts';

const perPage = 50;
const tones = { pending: 'plain', delivered: 'good', failed: 'danger' } as const;

/** The stored deliveries, newest first, each with its outcome. */
export async function deliverySection(context: PageContext): Promise<Html> {
  const { t, services, caller } = context;
  const list = openList(context, webhookPath(context), perPage);
  const deliveries = await services.webhooks.listDeliveries(caller, namedWebhook(context), list.window);
  const { shown, isEmpty, pager } = list.close(deliveries);
  const title = t('workspace.deliveries', { days: webhookLimits.keptDays });
  return html`<section>
    <h2>${title}</h2>
    ${isEmpty ? empty(t('workspace.no_deliveries')) : deliveryTable(context, title, shown)} ${pager}
  </section>`;
}

function deliveryTable(context: PageContext, label: string, deliveries: readonly SentDelivery[]): Html {
  const { t } = context;
  return table({
    label,
    columns: [
      t('packages.time'),
      t('workspace.event'),
      t('workspace.status'),
      t('workspace.attempts'),
      t('workspace.answer'),
      t('account.action'),
    ],
    numbers: [3],
    rows: deliveries.map(
      ({ id, event, status, attempts, redeliveryOf, createdAt, finishedAt, ...delivery }) => [
        when(context, createdAt),
        html`<div>
          <span class="row" id="delivery-${id}">
            <span>${event}</span>
            ${redeliveryOf !== null && html`<span class="small muted">${t('workspace.redelivery')}</span>`}
          </span>
          <details class="small">
            <summary>${t('workspace.message')}</summary>
            <code class="wrap">${delivery.message}</code>
          </details>
        </div>`,
        badge(t(`workspace.status_${status}`), tones[status]),
        context.number(attempts),
        html`<span class="row">
          ${finishedAt !== null && took(context, finishedAt.getTime() - createdAt.getTime())}
          ${delivery.responseStatus !== null && html`<span>${delivery.responseStatus}</span>`}
          ${delivery.error !== null && html`<span class="small wrap">${delivery.error}</span>`}
        </span>`,
        postForm(
          context,
          { name: 'redeliver', className: 'form inline' },
          html`<button name="delivery" value=${id} aria-describedby="delivery-${id}">
            ${t('workspace.redeliver')}
          </button>`,
        ),
      ],
    ),
  });
}

/** The time from the event to the end of the last attempt, unless it is very short. */
function took(context: PageContext, ms: number): Html | undefined {
  if (ms < 1_000) return undefined;
  const length = lengthOf(context, ms / 1_000);
  return html`<span class="small muted">${context.t('workspace.after', { length })}</span>`;
}

export async function redeliver(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  const deliveryId = form.text('delivery', fieldLimits.id.characters);
  await services.webhooks.redeliver(caller, { ...namedWebhook(context), deliveryId });
  return done(webhookPath(context), t('workspace.redelivered'));
}
