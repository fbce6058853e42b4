import type { ScheduleView } from '../../../services/health/overview.ts';
import { badge, table, when } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';
import { lengthOf } from '../../components/length-of.ts';
import { stateTone } from './job-words.ts';

/** Recurring jobs with their last and next run. */
export function scheduleTable(context: PageContext, schedules: readonly ScheduleView[]): Html {
  const { t } = context;
  return table({
    label: t('administration.schedules'),
    columns: [
      t('administration.schedule'),
      t('administration.every'),
      t('administration.last_run'),
      t('administration.next_run'),
    ],
    rows: schedules.map((schedule) => [
      html`<span
        >${t(`administration.schedule_${schedule.name}`)} <code class="small">${schedule.name}</code></span
      >`,
      schedule.everySeconds === null ? '-' : lengthOf(context, schedule.everySeconds),
      lastRun(context, schedule),
      schedule.isPaused
        ? badge(t('administration.paused'), 'warning')
        : (when(context, schedule.nextRunAt) ?? '-'),
    ]),
  });
}

/** The workflow service keeps only runs of the current schedule: a recreated schedule has none. */
function lastRun(context: PageContext, { lastRun: last, lastJob }: ScheduleView): Content {
  const { t } = context;
  if (last === null) return t('administration.not_known');
  if (lastJob === null) return when(context, last.startedAt);
  return html`<span class="row">
    <a href=${pathOf('admin', 'jobs', lastJob.id)}>${when(context, last.startedAt)}</a>
    ${badge(t(`administration.state_${lastJob.status}`), stateTone(lastJob.status))}
  </span>`;
}
