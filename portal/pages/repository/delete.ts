import type { RepositoryManagement } from '../../../services/repositories/management.ts';
import { postForm } from '../../components/form.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { done, type PageContext, type Redirect } from '../../page.ts';

/** The deletion of an empty repository. The owner can create it again, so no name is typed. */
export function deletion(
  context: PageContext,
  { mayDelete, hasPackages, slug }: RepositoryManagement,
): Html | undefined {
  const { t } = context;
  if (!mayDelete) return undefined;
  return html`<section class="danger-zone">
    <h2 id="danger">${t('publishing.danger_zone')}</h2>
    ${
      hasPackages
        ? html`<p>${t('places.not_empty')}</p>`
        : html`<div>
            <p>${t('places.delete_text', { slug })}</p>
            ${postForm(context, { name: 'delete' }, html`<button class="danger">${t('publishing.delete')}</button>`)}
          </div>`
    }
  </section>`;
}

export async function remove({ services, caller, t, params }: PageContext, _form: Form): Promise<Redirect> {
  const slug = params['slug'] ?? '';
  await services.repositories.remove(caller, slug);
  return done('/account/repositories', t('places.repository_deleted', { name: slug }));
}
