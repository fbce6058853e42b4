import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { boxToConfirm, requireBox } from '../../components/confirmation.ts';
import { field, postForm } from '../../components/form.ts';
import { workspacePath } from '../../components/workspace.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';

/** The transfer to another owner. The previous owner can not undo it, so a checkbox names the organization. */
export function transferSection(context: PageContext, attempt?: Attempt): Html {
  const { t, params } = context;
  const own = attemptAt(attempt, 'transfer');
  return html`<section>
    <h2>${t('publishing.transfer')}</h2>
    <p>${t('organizations.transfer_text')}</p>
    ${postForm(
      context,
      { name: 'transfer', className: 'form prose-width' },
      html`<div>
        ${field({
          name: 'username',
          label: t('organizations.new_owner'),
          hint: t('organizations.new_owner_hint'),
          required: true,
          maxlength: fieldLimits['typed username'].characters,
          autocomplete: 'off',
          attempt: own,
        })}
        ${boxToConfirm(context, { subject: params['slug'] ?? '', action: 'transfer', attempt: own })}
        <button class="danger">${t('publishing.transfer')}</button>
      </div>`,
    )}
  </section>`;
}

export async function transfer(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  const { slug = '' } = params;
  const username = form.required('username', fieldLimits['typed username'].characters);
  requireBox(context, form);
  try {
    await services.organizations.transfer(caller, slug, username);
  } catch (error) {
    // the view shows whether the organization exists
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw invalidField('username', 'no_member', t('organizations.no_member'));
  }
  return done(workspacePath(context), t('organizations.transferred', { name: username }));
}
