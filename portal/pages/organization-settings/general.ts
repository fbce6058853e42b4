import { hoursOf } from '../../../domain/limits.ts';
import { fieldLimits, policyLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { RequiredApproval } from '../../../domain/policy.ts';
import { Email } from '../../../domain/username.ts';
import type { WorkspaceView } from '../../../services/organizations/sections.ts';
import type { OrganizationChange } from '../../../services/organizations/update.ts';
import { checkbox, field, postForm, select } from '../../components/form.ts';
import { workspacePath } from '../../components/workspace.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';

const mostHours = hoursOf(policyLimits['cool down']);
const noApproval = 'none';

/** Texts, directory, second factors, and the two most common rules of the policy. */
export async function general(
  context: PageContext,
  organization: WorkspaceView,
  attempt?: Attempt,
): Promise<Html> {
  const { t, services, caller } = context;
  const own = attemptAt(attempt, 'save');
  const stored = await services.policies.get(caller, { organization: organization.slug });
  const { require_approval: approval, cool_down_hours: hours } = stored?.document ?? {};
  return html`<section>
    <h2>${t('publishing.general')}</h2>
    ${postForm(
      context,
      { name: 'save', className: 'form prose-width' },
      html`<div>
        ${field({
          name: 'name',
          label: t('people.organization_name'),
          value: organization.name,
          required: true,
          maxlength: inputLimits['display name'].characters,
          attempt: own,
        })}
        ${field({
          name: 'description',
          label: t('people.description'),
          value: organization.description ?? '',
          rows: 3,
          maxlength: fieldLimits.description.characters,
          attempt: own,
        })}
        ${field({
          name: 'website',
          label: t('account.website'),
          value: organization.website ?? '',
          inputmode: 'url',
          maxlength: fieldLimits.link.characters,
          attempt: own,
        })}
        ${field({
          name: 'email',
          label: t('account.email'),
          value: organization.email ?? '',
          inputmode: 'email',
          maxlength: fieldLimits['mail address'].characters,
          attempt: own,
        })}
        ${checkbox({
          name: 'private_directory',
          label: t('organizations.private_directory'),
          hint: t('organizations.private_directory_hint'),
          isOn: organization.memberDirectoryIsPrivate,
          attempt: own,
        })}
        ${checkbox({
          name: 'mfa_required',
          label: t('organizations.mfa_required'),
          hint: t('organizations.mfa_required_hint'),
          isOn: organization.mfaRequired,
          attempt: own,
        })}
        ${select({
          name: 'require_approval',
          label: t('places.policy_require_approval'),
          value: approval ?? noApproval,
          choices: [
            { value: noApproval, label: t('places.not_said') },
            ...RequiredApproval.options.map((value) => ({
              value,
              label: t(`places.approval_${value}` satisfies TextKey),
            })),
          ],
          attempt: own,
        })}
        ${field({
          name: 'cool_down_hours',
          label: t('organizations.minimum_age'),
          hint: t('organizations.minimum_age_hint'),
          type: 'number',
          value: String(hours ?? ''),
          min: 0,
          max: mostHours,
          attempt: own,
        })}
        <button class="primary">${t('publishing.save')}</button>
      </div>`,
    )}
  </section>`;
}

export async function save(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  const { slug = '' } = params;
  const stored = await services.policies.get(caller, { organization: slug });
  const policy = changedRules(stored?.document ?? {}, readRules(context, form));
  await services.organizations.update(caller, slug, {
    name: form.required('name', inputLimits['display name'].characters),
    description: form.optional('description', fieldLimits.description.characters) ?? null,
    website: form.link('website') ?? null,
    email: readEmail(context, form),
    memberDirectoryIsPrivate: form.isOn('private_directory'),
    mfaRequired: form.isOn('mfa_required'),
    policy,
  });
  return done(workspacePath(context, 'settings'), t('publishing.saved'));
}

type Rules = Required<NonNullable<OrganizationChange['policy']>>;

/** @throws DomainError `validation_failed` */
function readRules({ t }: PageContext, form: Form): Rules {
  const hours = form.number('cool_down_hours') ?? 0;
  if (hours < 0 || hours > mostHours) {
    const bounds = t('places.number_bounds', { least: 0, most: mostHours });
    throw invalidField('cool_down_hours', 'out_of_bounds', bounds);
  }
  return {
    require_approval: RequiredApproval.safeParse(form.text('require_approval')).data ?? null,
    cool_down_hours: hours === 0 ? null : hours,
  };
}

/** Only the changed rules, as the policy's log records changes. */
function changedRules(before: { [Rule in keyof Rules]?: Rules[Rule] | undefined }, wanted: Rules) {
  const { require_approval, cool_down_hours } = wanted;
  return {
    ...(require_approval !== (before.require_approval ?? null) && { require_approval }),
    ...(cool_down_hours !== (before.cool_down_hours ?? null) && { cool_down_hours }),
  };
}

/** @throws DomainError `validation_failed` */
function readEmail({ t }: PageContext, form: Form): string | null {
  const email = form.optional('email', fieldLimits['mail address'].characters) ?? null;
  if (email !== null && !Email.safeParse(email).success) {
    throw invalidField('email', 'invalid', t('organizations.no_address'));
  }
  return email;
}
