import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { grantableScopes, type Scope } from '../../../domain/scopes.ts';
import { TokenKind } from '../../../domain/token-kind.ts';
import { ecosystemField } from '../ecosystem-field.ts';
import { checkboxes, field, postForm, select } from '../form.ts';
import { html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { mostDays } from './lifetime.ts';

/**
 * All restrictions of a token, visible at once; most tokens need only a name. `isOfOrganization`: the page names the
 * owner.
 */
export function tokenForm(
  context: PageContext,
  { attempt, isOfOrganization = false }: { attempt: Attempt | undefined; isOfOrganization?: boolean },
): Html {
  const { t, person } = context;
  const scopes = grantableScopes(person?.isAdmin === true);
  return postForm(
    context,
    { name: 'create' },
    html`<div>
      <div class="narrow">
        ${field({ name: 'name', label: t('account.token_name'), required: true, maxlength: inputLimits['token name'].characters, attempt })}
        ${field({
          name: 'expires_in_days',
          label: t('account.expires_in_days'),
          type: 'number',
          value: '365',
          min: 1,
          max: mostDays,
          attempt,
        })}
      </div>
      ${checkboxes({
        name: 'scopes',
        label: t('account.scopes'),
        choices: scopes.map((scope) => ({ value: scope, label: scope, hint: t(textOf(scope)) })),
        checked: ['packages:write'],
        attempt,
      })}
      <fieldset class="field">
        <legend>${t('account.bounds')}</legend>
        <div class="bounds">
          ${field({ name: 'repository_slug', label: t('account.bound_repository'), maxlength: fieldLimits.slug.characters, attempt })}
          ${field({
            name: 'package',
            label: t('account.bound_package'),
            hint: t('account.bound_package_hint'),
            maxlength: fieldLimits['package with its ecosystem'].characters,
            attempt,
          })}
          ${
            !isOfOrganization &&
            field({
              name: 'org_slug',
              label: t('account.bound_org'),
              maxlength: fieldLimits.slug.characters,
              attempt,
            })
          }
          ${ecosystemField(context, { attempt, none: t('ecosystem.all') })}
          ${field({ name: 'name_pattern', label: t('account.name_pattern'), maxlength: fieldLimits['token pattern'].characters, attempt })}
          ${
            !isOfOrganization &&
            select({
              name: 'kind',
              label: t('people.kind'),
              hint: t('account.token_kind_hint'),
              choices: [
                { value: '', label: t('account.token_kind_usual') },
                ...TokenKind.options.map((kind) => ({ value: kind, label: kind })),
              ],
              attempt,
            })
          }
          ${field({
            name: 'allowed_cidrs',
            label: t('account.networks'),
            hint: t('account.networks_hint'),
            rows: 3,
            isCode: true,
            attempt,
          })}
        </div>
      </fieldset>
      <fieldset class="field">
        <legend>${t('account.quotas')}</legend>
        <p class="hint">${t('account.quotas_hint')}</p>
        <div class="bounds">
          ${quotas.map(([name, label, hint]) =>
            field({
              name,
              label: t(label),
              hint: hint && t(hint),
              type: 'number',
              min: 0,
              attempt,
            }),
          )}
        </div>
      </fieldset>
      <p><button class="primary">${t('account.create_token')}</button></p>
    </div>`,
  );
}

/** With the bounds of `/v1`. */
const quotas = [
  ['packages', 'people.packages', undefined],
  ['releases_per_day', 'account.quota_releases', undefined],
  ['storage_bytes', 'account.quota_storage', 'account.quota_storage_hint'],
] as const;

type TextOf<S> = S extends `${infer Noun}:${infer Verb}` ? `account.scope_${Noun}_${Verb}` : never;

/** The description of the scope. */
function textOf(scope: Scope): TextKey {
  return `account.scope_${scope.replace(':', '_')}` as TextOf<Scope>;
}
