import { inputLimits } from '../../../domain/limits/inputs.ts';
import type { Format } from '../../../ecosystems/format.ts';
import { field, postForm } from '../../components/form.ts';
import { mostDays, readLifetime } from '../../components/tokens/lifetime.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';

const defaultDays = 90;

/** A token for clients of one ecosystem; readers without an account are sent to the registration first. */
export function tokenSection(context: PageContext, format: Format, attempt?: Attempt): Html {
  const { t, person, url } = context;
  const own = attemptAt(attempt, 'create_token');
  const next = `?next=${encodeURIComponent(url)}`;
  return html`<section>
    <h2 id="token">${t('publishing.step_token')}</h2>
    ${
      person
        ? html`<div>
            <p>${t('publishing.token_text', { ecosystem: format.title })}</p>
            ${postForm(
              context,
              { name: 'create_token', className: 'form inline' },
              html`<div class="form inline">
                ${field({
                  name: 'name',
                  id: 'token-name',
                  label: t('publishing.token_name'),
                  value: `publish-${format.id}`,
                  required: true,
                  maxlength: inputLimits['token name'].characters,
                  attempt: own,
                })}
                ${field({
                  name: 'expires_in_days',
                  label: t('publishing.expires_in_days'),
                  type: 'number',
                  value: String(defaultDays),
                  min: 1,
                  max: mostDays,
                  required: true,
                  attempt: own,
                })}
                <button class="primary">${t('publishing.create_token')}</button>
              </div>`,
            )}
          </div>`
        : html`<p>
            ${t('publishing.account_needed')} <a href="/register${next}">${t('shell.register')}</a>${' · '}
            <a href="/login${next}">${t('shell.log_in')}</a>
          </p>`
    }
  </section>`;
}

export async function createToken(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, params, t, url } = context;
  const format = services.ecosystems.get(params['ecosystem'] ?? '');
  const name = form.required('name', inputLimits['token name'].characters);
  const { secret } = await services.identity.createOwnToken(caller, {
    name,
    scopes: ['packages:write'],
    expiresInDays: readLifetime(context, form, defaultDays),
    ecosystem: format.id,
  });
  return done(url, t('publishing.token_made', { name }), secret);
}
