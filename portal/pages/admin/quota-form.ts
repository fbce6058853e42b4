import { parseByteSize } from '../../../domain/byte-size.ts';
import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { Quotas } from '../../../domain/quotas.ts';
import { openAdministration } from '../../components/administration.ts';
import { field, postForm } from '../../components/form.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, redirect, type Redirect, withQuery } from '../../page.ts';

export const longestName = fieldLimits['typed username'].characters;
const mostObjects = fieldLimits.quota.count;

/** `own`: the quotas that are set for the owner; undefined without an owner. */
export function quotaForm(
  context: PageContext,
  { name, own }: { name: string; own: Quotas | undefined },
  attempt?: Attempt,
): Html {
  const { t } = context;
  const text = (value: number | null | undefined) => value?.toString();
  return postForm(
    context,
    { className: 'form prose-width' },
    html`<div>
      ${own && html`<input type="hidden" name="shown" value=${name} />`}
      ${field({
        name: 'owner',
        label: t('administration.username_or_organization'),
        hint: t('administration.owner_hint'),
        value: name,
        maxlength: longestName,
        required: true,
        autocomplete: 'off',
        attempt,
      })}
      ${field({
        name: 'packages',
        label: t('administration.packages'),
        value: text(own?.packages),
        inputmode: 'numeric',
        attempt,
      })}
      ${field({
        name: 'releases_per_day',
        label: t('administration.releases_per_day'),
        value: text(own?.releasesPerDay),
        inputmode: 'numeric',
        attempt,
      })}
      ${field({
        name: 'storage',
        label: t('administration.storage'),
        hint: t('administration.storage_hint'),
        value: text(own?.storageBytes),
        attempt,
      })}
      <p class="hint">${t(own ? 'administration.empty_is_default' : 'administration.empty_stays')}</p>
      <div class="row">
        <button class="primary" name="action" value="save">${t('account.save')}</button>
        <button name="action" value="show">${t('administration.show_usage')}</button>
      </div>
    </div>`,
  );
}

export async function show(context: PageContext, form: Form): Promise<Redirect> {
  openAdministration(context);
  return redirect(withQuery('/admin/quotas', { owner: form.required('owner', longestName) }));
}

export async function save(context: PageContext, form: Form): Promise<Redirect> {
  openAdministration(context);
  const { services, caller, t } = context;
  const name = form.required('owner', longestName);
  // an empty field removes a quota only if the page showed the owner's quotas
  const isShown = form.text('shown', longestName) === name;
  const wish = (value: number | undefined) => value ?? (isShown ? null : undefined);
  const change = {
    packages: wish(objects(context, form, 'packages')),
    releasesPerDay: wish(objects(context, form, 'releases_per_day')),
    storageBytes: wish(bytes(context, form)),
  };
  // Enter in the field of the name looks the owner up
  if (Object.values(change).every((value) => value === undefined)) return show(context, form);
  try {
    await services.users.setQuotas(caller, await services.users.findQuotaOwner(caller, name), change);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw invalidField('owner', 'unknown', t('administration.no_such_owner'));
  }
  return done(withQuery('/admin/quotas', { owner: name }), t('administration.quotas_saved', { name }));
}

function objects({ t }: PageContext, form: Form, name: string): number | undefined {
  const value = form.number(name);
  if (value !== undefined && (value < 0 || value > mostObjects)) {
    throw invalidField(name, 'out_of_bounds', t('places.number_bounds', { least: 0, most: mostObjects }));
  }
  return value;
}

function bytes({ t }: PageContext, form: Form): number | undefined {
  const text = form.text('storage', 32);
  if (text === '') return undefined;
  const size = parseByteSize(text);
  if (size === null) throw invalidField('storage', 'invalid', t('administration.no_size'));
  return size;
}
