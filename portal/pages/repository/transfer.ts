import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { RepositoryManagement } from '../../../services/repositories/management.ts';
import { checkbox, field, postForm, select } from '../../components/form.ts';
import { listRecipients } from '../../components/give-away.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { readAccepted } from '../version/actions.ts';
import { rulesField } from '../version/forms.ts';
import { repositoryPath } from './frame.ts';

/** The transfer to another owner, with the packages or without any. */
export async function transferSection(
  context: PageContext,
  { mayTransfer, hasPackages, orgSlug }: RepositoryManagement,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t } = context;
  if (!mayTransfer) return undefined;
  const own = attemptAt(attempt, 'transfer');
  const choices = await listRecipients(context, orgSlug);
  return html`<section>
    <h2 id="transfer">${t('publishing.transfer')}</h2>
    <p>${t('places.transfer_text')}</p>
    ${
      choices.length === 0
        ? html`<p>${t('places.no_recipient')}</p>`
        : postForm(
            context,
            { name: 'transfer', className: 'form prose-width' },
            html`<div>
              ${select({ name: 'target_org_slug', label: t('publishing.organization'), choices, attempt: own })}
              ${
                hasPackages &&
                html`<div>
                  ${checkbox({
                    name: 'move_packages',
                    label: t('places.move_packages'),
                    hint: t('places.move_packages_hint'),
                    attempt: own,
                  })}
                  ${field({
                    name: 'keep_maintainers',
                    label: t('publishing.keeps'),
                    hint: t('places.keeps_hint'),
                    maxlength: 2_000,
                    attempt: own,
                  })}
                </div>`
              }
              ${own && rulesField(context, own)}
              <button class="danger">${t('publishing.transfer')}</button>
            </div>`,
          )
    }
  </section>`;
}

export async function transfer(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t, params } = context;
  const organizationSlug = form.text('target_org_slug', fieldLimits.slug.characters);
  const { name } = await services.transfers.repository(caller, params['slug'] ?? '', {
    organizationSlug,
    movesPackages: form.isOn('move_packages'),
    keeps: form.words('keep_maintainers', 2_000),
    accepted: readAccepted(form),
  });
  return done(repositoryPath(context), t('places.transferred', { name, owner: organizationSlug }));
}
