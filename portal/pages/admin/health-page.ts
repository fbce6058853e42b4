import { administrationView, openAdministration } from '../../components/administration.ts';
import { errorSummary } from '../../components/form.ts';
import { badge, empty, table, when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { Page, PageContext } from '../../page.ts';
import type { Overview } from '../../../services/health/overview.ts';
import { attention } from './attention.ts';
import { maintenance, recover, start } from './maintenance.ts';
import { queueTable } from './queues.ts';
import { scheduleTable } from './schedules.ts';

const tones = { ok: 'good', error: 'danger', disabled: 'plain' } as const;

/** The health of every part; problems for a person come first. */
export const healthPage: Page = {
  path: '/admin',
  audience: 'person',
  async view(context, attempt) {
    openAdministration(context);
    const { t, services, caller } = context;
    const [overview, readiness] = await Promise.all([
      services.health.showOverview(caller.actor),
      services.readiness(),
    ]);
    return administrationView(context, {
      section: '/admin',
      title: t('administration.title'),
      body: html`<div>
        ${errorSummary(context, attempt)} ${attention(context, overview, readiness)}
        <h2>${t('administration.queues')}</h2>
        ${overview.queues === null ? empty(t('administration.workflows_away')) : queueTable(context, overview.queues)}
        <h2>${t('administration.schedules')}</h2>
        ${
          overview.schedules === null
            ? empty(t('administration.workflows_away'))
            : scheduleTable(context, overview.schedules)
        }
        ${maintenance(context)}
        <h2>${t('administration.parts')}</h2>
        ${partTable(context, readiness.parts)}
        <h2>${t('administration.outgoing')}</h2>
        ${outgoingTable(context, overview)}
        <h2>${t('administration.advisories')}</h2>
        ${advisoryTable(context, overview)}
      </div>`,
    });
  },
  actions: { start, recover },
};

function partTable(
  { t }: PageContext,
  parts: Awaited<ReturnType<PageContext['services']['readiness']>>['parts'],
) {
  const names = Object.keys(parts) as (keyof typeof parts)[];
  return table({
    label: t('administration.parts'),
    columns: [t('packages.status_part'), t('packages.status_state')],
    rows: names.map((name) => [
      t(`packages.part_${name}`),
      badge(t(`packages.state_${parts[name]}`), tones[parts[name]]),
    ]),
  });
}

function outgoingTable(context: PageContext, { mails, deliveries }: Overview): Html {
  const { t, number } = context;
  return table({
    label: t('administration.outgoing'),
    columns: [
      t('administration.kind'),
      t('administration.not_begun'),
      t('administration.under_way'),
      t('administration.failed_day'),
      t('administration.oldest'),
    ],
    numbers: [1, 2, 3],
    rows: (
      [
        ['deliver_mail', t('administration.mails'), mails],
        ['deliver_webhook', t('administration.deliveries'), deliveries],
      ] as const
    ).map(([kind, label, { waiting, underWay, failed, oldestAt }]) => [
      html`<a href="/admin/jobs?kind=${kind}">${label}</a>`,
      number(waiting),
      number(underWay),
      failed > 0 ? badge(number(failed), 'danger') : number(failed),
      when(context, oldestAt) ?? '-',
    ]),
  });
}

function advisoryTable(context: PageContext, { advisories }: Overview): Html {
  const { t, number } = context;
  if (advisories.length === 0) {
    return empty(
      t('administration.no_advisories'),
      html`<a href="/docs/OPERATIONS#known-vulnerabilities">${t('administration.how_to_import')}</a>`,
    );
  }
  return table({
    label: t('administration.advisories'),
    columns: [t('packages.facet_ecosystem'), t('administration.imported'), t('administration.count')],
    numbers: [2],
    rows: advisories.map(({ ecosystem, importedAt, count }) => [
      ecosystem,
      when(context, importedAt),
      number(count),
    ]),
  });
}
