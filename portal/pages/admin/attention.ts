import type { Overview } from '../../../services/health/overview.ts';
import type { Readiness } from '../../../services/health/readiness.ts';
import { notice } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { lengthOf } from '../../components/length-of.ts';

const slowSeconds = 15;

/** The problems that a person must solve, each with a link; the first part of the page. */
export function attention(context: PageContext, overview: Overview, readiness: Readiness): Html {
  const { t } = context;
  const urgent = [
    ...partsAway(context, readiness),
    ...workflowsAway(context, overview),
    ...unservedQueues(context, overview),
    ...jobs(context, overview),
  ];
  const later = [
    ...slowQueues(context, overview),
    ...waiting(context, overview),
    ...notSent(context, overview),
  ];
  if (urgent.length + later.length === 0)
    return notice('good', html`<p>${t('administration.all_well')}</p>`, 'status');
  return html`<section aria-labelledby="attention">
    <h2 id="attention">${t('administration.attention')}</h2>
    ${urgent.length > 0 && notice('danger', list(urgent))}
    ${later.length > 0 && notice('warning', list(later))}
  </section>`;
}

function list(items: readonly Content[]): Html {
  return html`<ul class="plain-list">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}

function partsAway({ t }: PageContext, { parts }: Readiness): Content[] {
  const names = Object.keys(parts) as (keyof typeof parts)[];
  return names
    .filter((name) => parts[name] === 'error')
    .map((name) => html`<strong>${t(`packages.part_${name}`)}: ${t('packages.state_error')}</strong>`);
}

function workflowsAway({ t }: PageContext, { queues, schedules }: Overview): Content[] {
  return queues === null || schedules === null ? [t('administration.workflows_away')] : [];
}

function unservedQueues({ t }: PageContext, { queues }: Overview): Content[] {
  return (
    (queues ?? [])
      .filter(({ pollers }) => pollers.length === 0)
      // queues with the most waiting steps come first
      .toSorted((a, b) => b.waiting - a.waiting)
      .map(
        ({ name, role, waiting }) =>
          html`<span>
            <strong>${t('administration.no_process', { queue: name })}</strong>
            ${' '}${t('administration.waiting_steps', { count: waiting })}
            ${' '}${t('administration.start_role', { role })} <code>bin/rookery ${role}</code>
          </span>`,
      )
  );
}

/** A process that has died counts as present for a minute; the oldest waiting step shows it earlier. */
function slowQueues(context: PageContext, { queues }: Overview): Content[] {
  return (queues ?? []).flatMap(({ name, pollers, oldestSeconds }) => {
    if (pollers.length === 0 || oldestSeconds === null || oldestSeconds < slowSeconds) return [];
    const length = lengthOf(context, oldestSeconds);
    return html`<a href="/admin/jobs?state=running"
      >${context.t('administration.queue_slow', { queue: name, length })}</a
    >`;
  });
}

function jobs(
  { t }: PageContext,
  { jobs: { openFailures, retryingCount, staleCount } }: Overview,
): Content[] {
  const failed = openFailures['failed'] ?? 0;
  const dead = openFailures['dead'] ?? 0;
  return [
    retryingCount > 0 &&
      html`<a href="/admin/jobs?retrying=1">${t('administration.jobs_stuck', { count: retryingCount })}</a>`,
    failed > 0 &&
      html`<a href="/admin/jobs?state=failed&unrepeated=1"
        >${t('administration.jobs_failed', { count: failed })}</a
      >`,
    dead > 0 &&
      html`<a href="/admin/jobs?state=dead&unrepeated=1"
        >${t('administration.jobs_dead', { count: dead })}</a
      >`,
    staleCount > 0 &&
      html`<a href="/admin/jobs?state=running">${t('administration.jobs_stale', { count: staleCount })}</a>`,
  ].filter((item) => item !== false);
}

function waiting(
  { t }: PageContext,
  { jobs: { byStatus }, schedules, missingSchedules }: Overview,
): Content[] {
  const held = byStatus['waiting'] ?? 0;
  return [
    held > 0 && html`<a href="/admin/held">${t('administration.jobs_waiting', { count: held })}</a>`,
    ...missingSchedules.map((name) => t('administration.schedule_missing', { name })),
    ...(schedules ?? [])
      .filter(({ isPaused }) => isPaused)
      .map(({ name }) => t('administration.schedule_paused', { name })),
  ].filter((item) => item !== false);
}

function notSent({ t }: PageContext, { mails, deliveries }: Overview): Content[] {
  return [
    mails.failed > 0 &&
      html`<a href="/admin/jobs?kind=deliver_mail"
        >${t('administration.mails_failed', { count: mails.failed })}</a
      >`,
    deliveries.failed > 0 &&
      html`<a href="/admin/jobs?kind=deliver_webhook"
        >${t('administration.deliveries_failed', { count: deliveries.failed })}</a
      >`,
  ].filter((item) => item !== false);
}
