import type { JobView } from '../../../services/jobs/list.ts';
import { type Remedy, remedyOf } from '../../../services/jobs/remedy.ts';
import type { PendingStep, RunSummary } from '../../../services/jobs/run-summary.ts';
import type { ShownJob } from '../../../services/jobs/show.ts';
import { facts, notice, when } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';
import { holdWords } from '../../components/held/hold-words.ts';

/** A decision by a person is due, or a process may still start. */
const mild: ReadonlySet<Remedy['kind']> = new Set(['decide', 'see_queue']);

/** The state of the job, first on its page: the step it waits for, its last error, its deadline and the remedy. */
export function standing(context: PageContext, shown: ShownJob): Html {
  const { job, run, outage } = shown;
  const { t } = context;
  const remedy = remedyOf(job, run);
  const isOver = job.completedAt !== null;
  return html`<section aria-labelledby="standing">
    <h2 class="hidden" id="standing">${t('administration.standing')}</h2>
    ${outage && notice('danger', t('administration.workflows_away'))}
    ${run === null && !outage && !isOver && notice('warning', t('administration.run_forgotten'))}
    ${notice(
      toneOf({ job, run, remedy }),
      html`<div class="fact-rows">
        ${facts([
          !isOver && [t('administration.pending_step'), pendingSteps(context, job, run)],
          [t('administration.last_error'), lastErrors(context, job, run)],
          !isOver && [t('administration.next_attempt'), nextAttempts(context, job, run)],
          ...(isOver ? [] : [expiry(context, run)]),
          [
            t('administration.what_to_do'),
            remedy === null ? withoutRemedy(context, shown) : whatToDo(context, job, remedy),
          ],
        ])}
      </div>`,
    )}
  </section>`;
}

/** The run of an open job may be unknown: then the tone is a warning. */
function toneOf({ job, run, remedy }: Pick<ShownJob, 'job' | 'run'> & { remedy: Remedy | null }) {
  if (remedy !== null) return mild.has(remedy.kind) ? 'warning' : 'danger';
  if (job.completedAt !== null) return 'plain';
  return run === null ? 'warning' : 'good';
}

function pendingSteps(context: PageContext, job: JobView, run: RunSummary | null): Content {
  const { t, number } = context;
  if (job.status === 'waiting') return holdWords(context, job.waitsFor);
  if (run === null) return t('administration.not_known');
  if (run.workflowWaitsSince) {
    return html`<span>
      ${t('administration.workflow_waits')}
      <span class="muted">${when(context, run.workflowWaitsSince)}</span>
    </span>`;
  }
  const steps = run.pendingSteps;
  if (steps.length === 0) return t('administration.no_pending_step');
  return html`<ul class="plain-list">
    ${steps.map(
      (step) =>
        html`<li>
          <strong><code>${step.step}</code></strong
          >${' '}
          ${step.queue !== null && html`<span>${t('administration.in_queue', { queue: step.queue })}</span>${' '}`}
          <span class="muted">
            (${[
              t(`administration.step_${step.state}`),
              t('administration.attempt_number', { number: number(step.attempt) }),
            ].join(', ')})
          </span>
        </li>`,
    )}
  </ul>`;
}

/** The last error from the job's row, and further errors from the workflow service. */
function lastErrors(
  context: PageContext,
  { lastError, unservedQueue }: JobView,
  run: RunSummary | null,
): Content {
  const { t } = context;
  const texts = new Set(
    [lastError, ...(run?.pendingSteps.map(({ lastFailure }) => lastFailure) ?? [])].filter(
      (text) => text !== null,
    ),
  );
  if (texts.size === 0) return t('administration.no_error');
  return html`<ul class="plain-list" lang="en">
    ${[...texts].map(
      (text) => html`<li class="whole">${unservedQueue === null ? html`<code>${text}</code>` : text}</li>`,
    )}
  </ul>`;
}

function nextAttempts(context: PageContext, job: JobView, run: RunSummary | null): Content {
  const { t } = context;
  if (job.status === 'waiting') return t('administration.next_after_decision');
  if (job.unservedQueue !== null) return t('administration.next_with_process', { queue: job.unservedQueue });
  if (run === null) return t('administration.not_known');
  const [step] = run.pendingSteps;
  if (!step) return '-';
  return nextOf(context, step);
}

function nextOf(context: PageContext, { state, nextAttemptAt, startedAt, worker }: PendingStep): Content {
  const { t } = context;
  if (state === 'running') {
    return html`<span>
      ${t('administration.runs_since')} ${when(context, startedAt)}
      ${worker !== null && html`<code class="whole">${worker}</code>`}
    </span>`;
  }
  if (state === 'queued') {
    return html`<span>${t('administration.queued_since')} ${when(context, nextAttemptAt)}</span>`;
  }
  return when(context, nextAttemptAt);
}

function expiry(context: PageContext, run: RunSummary | null): readonly [string, Content] | false {
  const at = run?.pendingSteps.find(({ expiresAt }) => expiresAt !== null)?.expiresAt ?? null;
  return at !== null && [context.t('administration.given_up'), when(context, at)];
}

function whatToDo(context: PageContext, job: JobView, remedy: Remedy): Content {
  const { t } = context;
  switch (remedy.kind) {
    case 'start_role': {
      return html`<span>
        ${t('administration.do_start_role', { role: remedy.role })} <code>bin/rookery ${remedy.role}</code>
        <br />${t('administration.goes_on')}
      </span>`;
    }
    case 'see_queue': {
      return t('administration.do_see_queue', { role: remedy.role });
    }
    case 'see_workers': {
      return t('administration.do_see_workers');
    }
    case 'retry': {
      return t('administration.do_retry');
    }
    case 'decide': {
      return html`<span>${t('administration.do_decide')} ${releaseLink(job)}</span>`;
    }
    default: {
      return t('administration.do_see_error');
    }
  }
}

function withoutRemedy({ t }: PageContext, { job, run, outage }: ShownJob): Content {
  if (job.completedAt !== null) return t('administration.do_over');
  if (run !== null) return t('administration.do_nothing');
  if (outage) return t('administration.do_see_workflows');
  return html`<span>
    ${t('administration.do_recover')} <a href="/admin#start-recover">${t('administration.start_recover')}</a>
  </span>`;
}

/** The page of the release that the job is about. */
function releaseLink({ payload }: JobView): Html | undefined {
  const { ecosystem, name, version } = payload;
  if (typeof ecosystem !== 'string' || typeof name !== 'string' || typeof version !== 'string')
    return undefined;
  return html`<a href=${pathOf('packages', ecosystem, name, version)}>${name} ${version}</a>`;
}
