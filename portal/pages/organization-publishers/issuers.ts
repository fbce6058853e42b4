import { fieldLimits } from '../../../domain/limits/fields.ts';
import { firstOf } from '../../../domain/paging.ts';
import { field, postForm } from '../../components/form.ts';
import { empty, table, when } from '../../components/show.ts';
import { workspacePath } from '../../components/workspace.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';

/** More than an organization can have. */
const all = firstOf(100);
const longestAddress = fieldLimits.issuer.characters;

/** Issuers of identity tokens that the organization trusts in addition to the platform's. */
export async function issuerSection(context: PageContext, attempt?: Attempt): Promise<Html> {
  const { t, services, caller, params } = context;
  const issuers = await services.trust.listOwnIssuers(caller, params['slug'] ?? '', all);
  const own = attemptAt(attempt, 'add_issuer');
  return html`<section>
    <h2>${t('workspace.issuers')}</h2>
    <p>${t('workspace.issuers_text')}</p>
    ${
      issuers.length === 0
        ? empty(t('workspace.no_issuers'))
        : table({
            label: t('workspace.issuers'),
            columns: [
              t('publishing.issuer'),
              t('workspace.keys_address'),
              t('workspace.audience'),
              t('packages.time'),
              t('account.action'),
            ],
            rows: issuers.map(({ id, issuer, jwksUri, audience, createdAt }) => [
              html`<span class="wrap" id="issuer-${id}">${issuer}</span>`,
              jwksUri === null ? '-' : html`<span class="wrap">${jwksUri}</span>`,
              audience ?? '-',
              when(context, createdAt),
              postForm(
                context,
                { name: 'remove_issuer', className: 'form inline' },
                html`<button class="danger" name="issuer_id" value=${id} aria-describedby="issuer-${id}">
                  ${t('publishing.remove')}
                </button>`,
              ),
            ]),
          })
    }
    ${postForm(
      context,
      { name: 'add_issuer', className: 'form prose-width', label: t('workspace.add_issuer') },
      html`<div>
        ${field({
          name: 'issuer',
          id: 'own-issuer',
          label: t('publishing.issuer'),
          placeholder: 'https://gitlab.example.com',
          required: true,
          maxlength: longestAddress,
          attempt: own,
        })}
        ${field({
          name: 'jwks_uri',
          label: t('workspace.keys_address'),
          hint: t('workspace.keys_address_hint'),
          maxlength: longestAddress,
          attempt: own,
        })}
        ${field({
          name: 'audience',
          label: t('workspace.audience'),
          hint: t('workspace.audience_hint'),
          maxlength: longestAddress,
          attempt: own,
        })}
        <button>${t('workspace.add_issuer')}</button>
      </div>`,
    )}
  </section>`;
}

export async function addIssuer(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  form.required('issuer', longestAddress);
  const issuer = form.link('issuer') ?? '';
  const wanted = {
    issuer,
    jwksUri: form.link('jwks_uri') ?? null,
    audience: form.optional('audience', longestAddress) ?? null,
  };
  await services.trust.addIssuer(caller, params['slug'] ?? '', wanted);
  return done(workspacePath(context, 'publishers'), t('workspace.issuer_added', { name: issuer }));
}

export async function removeIssuer(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  await services.trust.removeIssuer(
    caller,
    params['slug'] ?? '',
    form.text('issuer_id', fieldLimits.id.characters),
  );
  return done(workspacePath(context, 'publishers'), t('workspace.issuer_removed'));
}
