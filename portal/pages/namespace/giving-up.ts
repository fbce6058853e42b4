import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { NamespacePage } from '../../../services/namespaces/get.ts';
import { postForm, select } from '../../components/form.ts';
import { listRecipients } from '../../components/give-away.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { namespacePath } from './address.ts';

/** The transfer to another holder. */
export async function transferSection(
  context: PageContext,
  { canTransfer, ownerOrgId, ownerName }: NamespacePage,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t } = context;
  if (!canTransfer) return undefined;
  const choices = await listRecipients(context, ownerOrgId === null ? null : ownerName);
  return html`<section>
    <h2 id="transfer">${t('publishing.transfer')}</h2>
    <p>${t('places.namespace_transfer_text')}</p>
    ${
      choices.length === 0
        ? html`<p>${t('places.no_recipient')}</p>`
        : postForm(
            context,
            { name: 'transfer', className: 'form prose-width' },
            html`<div>
              ${select({
                name: 'target_org_slug',
                label: t('publishing.organization'),
                choices,
                attempt: attemptAt(attempt, 'transfer'),
              })}
              <button class="danger">${t('publishing.transfer')}</button>
            </div>`,
          )
    }
  </section>`;
}

export async function transfer(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t, params } = context;
  const owner = form.text('target_org_slug', fieldLimits.slug.characters);
  const { namespace } = await services.transfers.namespace(caller, params['id'] ?? '', owner);
  return done(namespacePath(context), t('places.transferred', { name: namespace, owner }));
}

/** The release of a namespace; one with packages can't be released. */
export function givingUp(
  context: PageContext,
  { canManage }: NamespacePage,
  packages: number,
): Html | undefined {
  const { t } = context;
  if (!canManage) return undefined;
  return html`<section class="danger-zone">
    <h2 id="danger">${t('publishing.danger_zone')}</h2>
    ${
      packages > 0
        ? html`<p>${t('places.namespace_in_use')}</p>`
        : html`<div>
            <p>${t('places.release_text')}</p>
            ${postForm(context, { name: 'release' }, html`<button class="danger">${t('people.release')}</button>`)}
          </div>`
    }
  </section>`;
}

export async function giveUp({ services, caller, t, params }: PageContext, _form: Form): Promise<Redirect> {
  await services.namespaces.release(caller, params['id'] ?? '');
  return done('/account/namespaces', t('people.released'));
}
