import type { NamespacePage } from '../../../services/namespaces/get.ts';
import { postForm } from '../../components/form.ts';
import { codeBlock, facts, when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { done, type PageContext, redirect, type Redirect } from '../../page.ts';
import { namespacePath } from './address.ts';

/** The proof of the domain: its state for all readers, the DNS record for the holder. */
export function verification(
  context: PageContext,
  { isVerified, isDomain, canProve, proof }: NamespacePage,
  ecosystem: string,
): Html {
  const { t } = context;
  const sentence = isVerified
    ? t('places.verified_text')
    : isDomain
      ? t('places.unverified_text')
      : t('places.no_domain', { ecosystem });
  return html`<section>
    <h2 id="verification">${t('places.verification')}</h2>
    <p>${sentence}</p>
    ${proof && record(context, proof)} ${canProve && !proof && beginning(context)}
  </section>`;
}

/** The buttons for a claim without a current record. Both lead to a record. */
function beginning(context: PageContext): Html {
  const { t } = context;
  return postForm(
    context,
    {},
    html`<div class="row">
      <button class="primary" name="action" value="prove">${t('places.prove')}</button>
      <button name="action" value="check">${t('places.check')}</button>
    </div>`,
  );
}

function record(context: PageContext, { recordNames, recordText, expiresAt }: Proof): Html {
  const { t } = context;
  return html`<div class="prose-width">
    <p>${t('places.proof_text')}</p>
    <h3>${t(recordNames.length > 1 ? 'places.record_names' : 'places.record_name')}</h3>
    ${recordNames.map((name) => codeBlock(context, name, name))}
    <h3>${t('places.record_value')}</h3>
    ${codeBlock(context, recordText, t('places.record_value'))}
    ${facts([[t('places.proof_until'), when(context, expiresAt)]])}
    ${postForm(context, { name: 'check' }, html`<button class="primary">${t('places.check')}</button>`)}
  </div>`;
}

type Proof = NonNullable<NamespacePage['proof']>;

/** Begins the proof and shows its record. */
export async function prove(context: PageContext): Promise<Redirect> {
  const { caller, services, params } = context;
  await services.namespaces.beginVerification(caller, params['id'] ?? '');
  return redirect(`${namespacePath(context)}#verification`);
}

export async function check(context: PageContext): Promise<Redirect> {
  const { caller, services, t, params } = context;
  const { id = '' } = params;
  const { canProve, proof } = await services.namespaces.get(caller, id);
  // without a record there is nothing to check
  if (canProve && !proof) return prove(context);
  const { namespace } = await services.namespaces.checkVerification(caller, id);
  return done(namespacePath(context), t('places.namespace_verified', { name: namespace }));
}
