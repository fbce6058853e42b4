import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { Visibility } from '../../../domain/visibility.ts';
import type { RepositoryManagement } from '../../../services/repositories/management.ts';
import { field, postForm, select } from '../../components/form.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { repositoryPath } from './frame.ts';

/** The texts of the repository, and its visibility. */
export function general(
  context: PageContext,
  repository: RepositoryManagement,
  attempt?: Attempt,
): Html | undefined {
  const { t } = context;
  const { mayManage, visibilities } = repository;
  if (!mayManage) return undefined;
  const own = attemptAt(attempt, 'save');
  return html`<section>
    <h2 id="general">${t('publishing.general')}</h2>
    ${postForm(
      context,
      { name: 'save', className: 'form prose-width' },
      html`<div>
        ${field({
          name: 'name',
          label: t('people.repository_name'),
          value: repository.name,
          required: true,
          maxlength: inputLimits['display name'].characters,
          attempt: own,
        })}
        ${field({
          name: 'description',
          label: t('people.description'),
          value: repository.description ?? '',
          rows: 3,
          maxlength: fieldLimits.description.characters,
          attempt: own,
        })}
        ${field({
          name: 'upstream_url',
          label: t('places.upstream'),
          hint: t('places.upstream_hint'),
          value: repository.upstreamUrl ?? '',
          inputmode: 'url',
          maxlength: fieldLimits.link.characters,
          attempt: own,
        })}
        ${
          visibilities.length > 0 &&
          select({
            name: 'visibility',
            label: t('people.visibility'),
            hint: t('places.visibility_hint'),
            value: repository.visibility,
            choices: visibilities.map((value) => ({
              value,
              label: t(`publishing.visibility_${value}` satisfies TextKey),
            })),
            attempt: own,
          })
        }
        <button class="primary">${t('publishing.save')}</button>
      </div>`,
    )}
  </section>`;
}

export async function save(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t, params } = context;
  const slug = params['slug'] ?? '';
  const { visibility } = await services.repositories.manage(caller, slug, ['manage_repository']);
  const wanted = Visibility.safeParse(form.text('visibility')).data;
  await services.repositories.update(caller, slug, {
    name: form.required('name', inputLimits['display name'].characters),
    description: form.optional('description', fieldLimits.description.characters) ?? null,
    upstreamUrl: form.link('upstream_url') ?? null,
    // a change of it would render all packages of the repository again
    visibility: wanted === visibility ? undefined : wanted,
  });
  return done(repositoryPath(context, 'settings'), t('publishing.saved'));
}
