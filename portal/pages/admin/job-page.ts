import type { JobView } from '../../../services/jobs/list.ts';
import type { RunSummary } from '../../../services/jobs/runs.ts';
import { administrationView, openAdministration } from '../../components/administration.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { badge, facts, table, when } from '../../components/show.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { done, type Page, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { standing } from './job-standing.ts';
import { hasFailedStep, stateTone, subjectOf } from './job-words.ts';

/** One job, beginning with its pending step, the last error, the next attempt and the remedy. */
export const jobPage: Page = {
  path: '/admin/jobs/:id',
  audience: 'person',
  async view(context, attempt) {
    openAdministration(context);
    const { t, services, caller, params } = context;
    const shown = await services.jobs.show(caller.actor, params['id'] ?? '');
    const { job, run } = shown;
    const title = subjectOf(job);
    return {
      ...administrationView(context, {
        section: '/admin/jobs',
        title,
        lead: html`<span class="row">
          <code>${job.kind}</code>
          ${badge(t(`administration.state_${job.status}`), stateTone(job.status))}
        </span>`,
        body: html`<div>
          ${errorSummary(context, attempt)} ${standing(context, shown)} ${controls(context, job)}
          ${cancellation(context, job)}
          <h2>${t('administration.details')}</h2>
          <div class="fact-rows">${details(context, job)}</div>
          ${run && events(context, run)}
        </div>`,
      }),
      title: `${title} - ${job.kind}`,
    };
  },
  actions: { retry, cancel },
};

function controls(context: PageContext, job: JobView): Html | undefined {
  const { t, services } = context;
  const history = services.jobs.historyUrl(job);
  const review = reviewLink(context, job);
  if (!job.canRetry && history === null && !review) return undefined;
  return html`<div class="row job-controls">
    ${
      job.canRetry &&
      postForm(
        context,
        { name: 'retry', className: 'form inline' },
        html`<button class="primary">${t('administration.retry')}</button>`,
      )
    }
    ${review}
    ${history !== null && html`<a class="button" href=${history}>${t('administration.history')}</a>`}
  </div>`;
}

function cancellation(context: PageContext, job: JobView): Html | undefined {
  const { t } = context;
  // a cancelled job would leave the release hidden without a decision
  if (job.completedAt !== null || job.kind === 'hold_release') return undefined;
  const effect = job.kind === 'publish_release' ? 'cancel_hint' : 'cancel_other_hint';
  return html`<section class="card prose-width">
    <p>${t(`administration.${effect}`)}</p>
    ${postForm(
      context,
      { name: 'cancel' },
      html`<button class="danger">${t('administration.cancel')}</button>`,
    )}
  </section>`;
}

/** The page of the review, where an aborted review can be started again. */
function reviewLink({ t }: PageContext, { kind, payload }: JobView): Html | undefined {
  const { reviewId } = payload;
  if (kind !== 'review_game' || typeof reviewId !== 'string') return undefined;
  return html`<a class="button" href=${pathOf('chess', 'reviews', reviewId)}>${t('review.open')}</a>`;
}

function details(context: PageContext, job: JobView): Html {
  const { t, number } = context;
  return facts([
    [t('administration.scheduled'), when(context, job.scheduledAt)],
    job.startedAt !== null && [t('administration.begun'), when(context, job.startedAt)],
    job.completedAt !== null && [t('administration.ended'), when(context, job.completedAt)],
    hasFailedStep(job) && [t('administration.attempts'), number(job.attempts)],
    job.lockedBy !== null && [t('administration.worker'), html`<code class="whole">${job.lockedBy}</code>`],
    [t('administration.workflow'), html`<code class="whole">${job.workflowId}</code>`],
    [t('administration.run'), html`<code class="whole">${job.runId}</code>`],
    [t('administration.payload'), html`<code class="whole">${JSON.stringify(job.payload)}</code>`],
  ]);
}

function events(context: PageContext, run: RunSummary): Html {
  const { t, number } = context;
  return html`<section>
    <h2>${t('administration.events')}</h2>
    ${table({
      label: t('administration.events'),
      columns: ['#', t('administration.event'), t('administration.step'), t('administration.time')],
      numbers: [0],
      // newest first, as operators look for the last event
      rows: run.events
        .toReversed()
        .map(({ id, type, step, at }) => [
          number(id),
          html`<code class="event">${type}</code>`,
          step !== null && html`<code class="event">${step}</code>`,
          when(context, at),
        ]),
    })}
  </section>`;
}

async function retry({ services, caller, t, params }: PageContext, _form: Form): Promise<Redirect> {
  const job = await services.jobs.retry(caller, params['id'] ?? '');
  return done(pathOf('admin', 'jobs', job.id), t('administration.retried'));
}

async function cancel({ services, caller, t, params, url }: PageContext, _form: Form): Promise<Redirect> {
  await services.jobs.cancel(caller, params['id'] ?? '');
  return done(url, t('administration.cancelled'));
}
