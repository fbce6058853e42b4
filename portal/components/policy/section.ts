import type { dryRunPolicy, Judgement, Named } from '../../../services/policies/manage.ts';
import { atFields } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { errorSummary } from '../form.ts';
import { versionLink } from '../package-link.ts';
import { empty, table } from '../show.ts';
import { policyForm } from './form.ts';
import { readPolicy } from './read.ts';

/** A trial of a policy: the values of its form, and their effect. */
export interface Trial {
  form: Form;
  judged: Awaited<ReturnType<typeof dryRunPolicy>>;
}

/** The policy of an organization or a repository, as stored or as typed, with the outcome of a dry run. */
export async function policySection(
  context: PageContext,
  named: Named,
  { attempt, trial }: { attempt?: Attempt | undefined; trial?: Trial | undefined },
): Promise<Html> {
  const { t, caller, services } = context;
  const stored = await services.policies.get(caller, named);
  const typed = attempt ?? (trial && asTyped(trial.form));
  return html`<div>
    ${errorSummary(context, attempt)} ${trial && outcome(context, trial.judged)}
    <p>${t('places.policy_text')}</p>
    ${policyForm(context, { policy: stored?.document ?? {}, typed })}
  </div>`;
}

/** @throws DomainError `validation_failed` about a field, and the errors of the service */
export async function savePolicy(context: PageContext, named: Named, form: Form): Promise<void> {
  const { caller, services, t } = context;
  const policy = readPolicy(form, t);
  await atFields(ofPackages, services.policies.put(caller, named, policy));
}

/** Tries the policy without saving it. @throws as {@link savePolicy} */
export async function tryPolicy(context: PageContext, named: Named, form: Form): Promise<Trial> {
  const { caller, services, t } = context;
  const policy = readPolicy(form, t);
  const judging = services.policies.dryRun(caller, named, policy);
  return { form, judged: await atFields(ofPackages, judging) };
}

const field = 'denied_packages';

/** For a valid policy, services refuse only names and versions of denied packages. */
const ofPackages = { codes: { invalid_name: field, invalid_version: field, validation_failed: field } };

/** The form as sent, without errors. */
function asTyped(form: Form): Attempt {
  return { form, status: 200, problem: { sentence: '' }, errors: [], needsLogin: false };
}

function outcome(context: PageContext, { checked, held, refused }: Trial['judged']): Html {
  const { t } = context;
  return html`<section class="card" aria-labelledby="outcome" tabindex="-1" data-focus>
    <h2 id="outcome">${t('places.dry_run')}</h2>
    <p>${t('places.checked', { count: checked })}</p>
    ${checked > 0 && held.length + refused.length === 0 && empty(t('places.nothing_against'))}
    ${held.length > 0 && judgements(context, t('places.would_hold', { count: held.length }), held)}
    ${refused.length > 0 && judgements(context, t('places.would_refuse', { count: refused.length }), refused)}
  </section>`;
}

function judgements({ t }: PageContext, title: string, judged: readonly Judgement[]): Html {
  return html`<div>
    <h3>${title}</h3>
    ${table({
      label: title,
      columns: [t('places.package'), t('publishing.version'), t('places.why')],
      rows: judged.map(({ release: { ecosystem, name, version }, violations }) => [
        html`<span>${ecosystem} ${name}</span>`,
        versionLink(ecosystem, name, version),
        html`<ul class="plain">
          ${violations.map(
            ({ rule, message }) =>
              html`<li>${t(`places.policy_${rule}`)}: <span class="muted">${message}</span></li>`,
          )}
        </ul>`,
      ]),
    })}
  </div>`;
}
