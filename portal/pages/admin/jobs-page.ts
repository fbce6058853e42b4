import { JobState, type JobView } from '../../../services/jobs/list.ts';
import { jobKinds } from '../../../services/jobs/queues-of-kinds.ts';
import { administrationView, openAdministration } from '../../components/administration.ts';
import { checkbox, select } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { badge, empty, table, when } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import { type Page, type PageContext, pathOf } from '../../page.ts';
import { holdWords } from '../../components/held/hold-words.ts';
import { hasFailedStep, stateTone, subjectOf } from './job-words.ts';

const path = '/admin/jobs';
const perPage = 50;

/** Jobs by state and kind, or jobs that make no progress. */
export const jobsPage: Page = {
  path,
  audience: 'person',
  async view(context) {
    openAdministration(context);
    const { t, services, caller, number } = context;
    const wanted = readFilter(context);
    const { state, kind, isRetrying, isOpenFailure } = wanted;
    const list = openList(context, path, perPage, {
      state,
      kind,
      retrying: isRetrying ? '1' : undefined,
      unrepeated: isOpenFailure ? '1' : undefined,
    });
    const { summary, jobs } = await services.jobs.list(caller.actor, wanted, list.window);
    const { shown, pager } = list.close(jobs);
    return administrationView(context, {
      section: path,
      title: t('administration.jobs'),
      lead: html`<span class="count">${number(summary.total)}</span>`,
      body: html`<div>
        ${filterForm(context, wanted)}
        ${shown.length === 0 ? empty(t('administration.no_jobs')) : jobTable(context, shown)} ${pager}
      </div>`,
    });
  },
};

interface Wanted {
  state: JobState | undefined;
  kind: string | undefined;
  isRetrying: boolean;
  isOpenFailure: boolean;
  isNewestFirst: boolean;
}

/** The filter of the address. Open jobs are sorted oldest first, ended jobs newest first. */
function readFilter({ query }: PageContext): Wanted {
  const state = JobState.safeParse(query.get('state')).data;
  const kind = jobKinds.find((each) => each === query.get('kind'));
  const isSet = (name: string) => ['1', 'on', 'true'].includes(query.get(name) ?? '');
  const isRetrying = isSet('retrying');
  const isOpen = state === 'pending' || state === 'running' || state === 'waiting';
  return {
    state,
    kind,
    isRetrying,
    isOpenFailure: isSet('unrepeated'),
    isNewestFirst: !isOpen && !isRetrying,
  };
}

function filterForm({ t }: PageContext, { state, kind, isRetrying, isOpenFailure }: Wanted): Html {
  const all = { value: '', label: t('administration.all') };
  return html`<form method="get" class="form inline" role="search" aria-label=${t('administration.jobs')}>
    ${select({
      name: 'state',
      label: t('packages.status_state'),
      value: state,
      choices: [
        all,
        ...JobState.options.map((value) => ({ value, label: t(`administration.state_${value}`) })),
      ],
    })}
    ${select({
      name: 'kind',
      label: t('administration.kind'),
      value: kind,
      choices: [all, ...jobKinds.map((value) => ({ value, label: value }))],
    })}
    ${checkbox({
      name: 'retrying',
      label: t('administration.only_stuck'),
      isOn: isRetrying,
      attempt: undefined,
    })}
    ${checkbox({
      name: 'unrepeated',
      label: t('administration.only_unrepeated'),
      isOn: isOpenFailure,
      attempt: undefined,
    })}
    <button>${t('administration.show')}</button>
  </form>`;
}

function jobTable(context: PageContext, jobs: readonly JobView[]): Html {
  const { t, number } = context;
  return table({
    label: t('administration.jobs'),
    columns: [
      t('administration.job'),
      t('packages.status_state'),
      t('administration.waits_for'),
      t('administration.attempts'),
      t('administration.scheduled'),
    ],
    numbers: [3],
    rows: jobs.map((job) => [
      html`<span>
        <a class="whole" href=${pathOf('admin', 'jobs', job.id)}>${subjectOf(job)}</a><br />
        <code class="small">${job.kind}</code>
      </span>`,
      badge(t(`administration.state_${job.status}`), job.isStale ? 'danger' : stateTone(job.status)),
      waitsFor(context, job),
      hasFailedStep(job) && number(job.attempts),
      when(context, job.scheduledAt),
    ]),
  });
}

/** The process, the decision or the error for which the job waits. */
function waitsFor(
  context: PageContext,
  { unservedQueue, status, waitsFor: reason, lastError }: JobView,
): Content {
  const { t } = context;
  if (unservedQueue !== null) return t('administration.no_process', { queue: unservedQueue });
  if (status === 'waiting') return holdWords(context, reason);
  return lastError !== null && html`<span class="whole" lang="en">${lastError}</span>`;
}
