import type { QueueView } from '../../../services/health/overview.ts';
import { badge, table } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { lengthOf } from '../../components/length-of.ts';

/** Each queue with its role, the number of its processes, and its waiting steps. */
export function queueTable(context: PageContext, queues: readonly QueueView[]): Html {
  const { t, number } = context;
  return table({
    label: t('administration.queues'),
    columns: [
      t('administration.queue'),
      t('administration.role'),
      t('administration.processes'),
      t('administration.waiting'),
      t('administration.oldest'),
    ],
    numbers: [3],
    rows: queues.map((queue) => [
      html`<code>${queue.name}</code>`,
      html`<code>${queue.role}</code>`,
      processes(context, queue),
      number(queue.waiting),
      queue.oldestSeconds === null ? '-' : lengthOf(context, queue.oldestSeconds),
    ]),
  });
}

function processes({ t, ago }: PageContext, { pollers }: QueueView): Content {
  if (pollers.length === 0) return badge(t('administration.none'), 'danger');
  return html`<ul class="plain-list">
    ${pollers.map(
      ({ identity, lastSeenAt }) =>
        html`<li>
          <code class="whole">${identity}</code> <span class="muted small">${ago(lastSeenAt)}</span>
        </li>`,
    )}
  </ul>`;
}
