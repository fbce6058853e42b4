import { notFound } from '../../domain/errors.ts';
import { fieldLimits } from '../../domain/limits/fields.ts';
import type { NamespaceHolder } from '../../domain/namespace.ts';
import type { ClaimView } from '../../services/namespaces/claims.ts';
import type { Form } from '../form.ts';
import { html, type Html } from '../html.ts';
import { type Attempt, done, type PageContext, pathOf, type Redirect } from '../page.ts';
import { ecosystemField, readEcosystem } from './ecosystem-field.ts';
import { field, postForm } from './form.ts';
import { badge, ecosystemBadge, table } from './show.ts';

/** Namespaces of a holder, each with a button that releases it for readers with the right. */
export function namespaceTable(context: PageContext, claims: readonly ClaimView[]): Html {
  const { t } = context;
  return table({
    label: t('account.namespaces'),
    columns: [t('people.namespace'), t('account.ecosystem'), t('account.action')],
    rows: claims.map(({ id, ecosystem, namespace, isVerified, canManage }) => [
      html`<span>
        <a id="namespace-${id}" href=${pathOf('namespaces', id)}>${namespace}</a>
        ${isVerified && badge(t('people.verified'), 'good')}</span
      >`,
      ecosystemBadge(ecosystem),
      canManage &&
        postForm(
          context,
          { name: 'release', className: 'form inline' },
          html`<button class="danger" name="id" value=${id} aria-describedby="namespace-${id}">
            ${t('people.release')}
          </button>`,
        ),
    ]),
  });
}

/** The form that claims another namespace. */
export function claimForm(context: PageContext, attempt?: Attempt): Html {
  const { t } = context;
  return html`<section>
    <h2>${t('people.claim')}</h2>
    ${postForm(
      context,
      { name: 'claim', className: 'form narrow' },
      html`<div>
        ${ecosystemField(context, { attempt })}
        ${field({ name: 'namespace', label: t('people.namespace'), required: true, maxlength: fieldLimits.namespace.characters, attempt })}
        <button class="primary">${t('people.claim')}</button>
      </div>`,
    )}
  </section>`;
}

/**
 * The forms above, on the page of one holder. They only release namespaces of this holder, even if the reader has
 * rights in others.
 */
export function namespaceForms(
  pathOf: (context: PageContext) => string,
  ownerOf: (context: PageContext) => NamespaceHolder | Promise<NamespaceHolder>,
) {
  return {
    async claim(context: PageContext, form: Form): Promise<Redirect> {
      const { services, caller, t } = context;
      const ecosystem = readEcosystem(context, form);
      const namespace = form.required('namespace', fieldLimits.namespace.characters);
      const owner = await ownerOf(context);
      const { id } = await services.namespaces.claim(caller, { ecosystem, namespace, owner });
      // the namespace's page shows the record at once, with the button that checks it
      const { canProve } = await services.namespaces.get(caller, id);
      if (canProve) await services.namespaces.beginVerification(caller, id);
      return done(pathOf(context), t('people.claimed', { name: namespace }));
    },
    async release(context: PageContext, form: Form): Promise<Redirect> {
      const { services, caller, t } = context;
      const { userId, organizationId } = await ownerOf(context);
      const claim = await services.namespaces.get(caller, form.text('id', fieldLimits.id.characters));
      if (claim.ownerUserId !== userId || claim.ownerOrgId !== organizationId) throw notFound('namespace');
      await services.namespaces.release(caller, claim.id);
      return done(pathOf(context), t('people.released'));
    },
  };
}
