import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { errorSummary, field, postForm } from '../../components/form.ts';
import { html } from '../../html.ts';
import { done, type Page, pathOf } from '../../page.ts';

/** The form for a new organization, which its creator owns. */
export const newOrganizationPage: Page = {
  path: '/orgs/new',
  audience: 'person',
  view(context, attempt) {
    const { t } = context;
    return {
      title: t('people.create_organization'),
      body: html`<div class="narrow">
        <h1>${t('people.create_organization')}</h1>
        ${errorSummary(context, attempt)}
        <p>${t('organizations.new_text')}</p>
        ${postForm(
          context,
          {},
          html`<div>
            ${field({ name: 'name', label: t('people.organization_name'), required: true, maxlength: inputLimits['display name'].characters, attempt })}
            ${field({
              name: 'slug',
              label: t('people.slug'),
              hint: t('organizations.slug_hint'),
              required: true,
              maxlength: fieldLimits.slug.characters,
              attempt,
            })}
            ${field({
              name: 'description',
              label: t('people.description'),
              rows: 3,
              maxlength: fieldLimits.description.characters,
              attempt,
            })}
            <button class="primary">${t('people.create_organization')}</button>
          </div>`,
        )}
      </div>`,
    };
  },
  actions: {
    async default({ services, caller, t }, form) {
      const name = form.required('name', inputLimits['display name'].characters);
      const { slug } = await services.organizations.create(caller, {
        name,
        slug: form.required('slug', fieldLimits.slug.characters),
        description: form.optional('description', fieldLimits.description.characters) ?? null,
        website: null,
        email: null,
      });
      return done(pathOf('orgs', slug), t('people.organization_created', { name }));
    },
  },
};
