import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { StartedKind } from '../../../services/jobs/start.ts';
import { postForm } from '../../components/form.ts';
import { table } from '../../components/show.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { done, type PageContext, pathOf, type Redirect } from '../../page.ts';

/** Scheduled jobs that can also be started at once. */
export function maintenance(context: PageContext): Html {
  const { t } = context;
  const rows = [
    ...StartedKind.options.map((kind) => ({ kind, name: 'start', label: t(`administration.start_${kind}`) })),
    { kind: 'recover', name: 'recover', label: t('administration.start_recover') },
  ];
  return html`<section>
    <h2>${t('administration.maintenance')}</h2>
    ${table({
      label: t('administration.maintenance'),
      columns: [t('administration.job'), t('account.action')],
      rows: rows.map(({ kind, name, label }) => [
        html`<span id="start-${kind}">${label}</span>`,
        postForm(
          context,
          { name, className: 'form inline' },
          html`<button name="kind" value=${kind} aria-describedby="start-${kind}">
            ${t('administration.start')}
          </button>`,
        ),
      ]),
    })}
  </section>`;
}

export async function start({ services, caller, t }: PageContext, form: Form): Promise<Redirect> {
  const kind = StartedKind.safeParse(form.text('kind', fieldLimits.word.characters));
  if (!kind.success) throw invalidField('kind', 'invalid', t('administration.no_such_job'));
  const { jobId, isNew } = await services.jobs.start(caller, kind.data);
  return done(
    pathOf('admin', 'jobs', jobId),
    t(isNew ? 'administration.job_started' : 'administration.job_runs_already'),
  );
}

export async function recover({ services, caller, t }: PageContext, _form: Form): Promise<Redirect> {
  try {
    const count = await services.jobs.recoverStale(caller);
    return done('/admin', t('administration.recovered', { count }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'deadline_exceeded') throw error;
    return done('/admin', t('administration.recovery_goes_on'));
  }
}
