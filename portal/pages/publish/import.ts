import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { field, postForm } from '../../components/form.ts';
import { atFields, invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { isName } from './guide.ts';

/** The form that imports the tags of a git repository as versions. */
export function importSection(context: PageContext, attempt?: Attempt): Html | undefined {
  const { t, person } = context;
  if (!person) return undefined;
  const own = attemptAt(attempt, 'import');
  return html`<section>
    <h2 id="import">${t('publishing.import_title')}</h2>
    <p>${t('publishing.import_text')}</p>
    ${postForm(
      context,
      { name: 'import', className: 'form prose-width' },
      html`<div>
        ${field({
          name: 'package',
          id: 'import-package',
          label: t('publishing.import_package'),
          placeholder: `${person.username}/example`,
          required: true,
          maxlength: fieldLimits['typed name'].characters,
          attempt: own,
        })}
        ${field({
          name: 'url',
          label: t('publishing.git_url'),
          placeholder: 'https://git.example.org/you/example.git',
          inputmode: 'url',
          required: true,
          maxlength: inputLimits['repository address'].characters,
          attempt: own,
        })}
        ${field({
          name: 'tag',
          label: t('publishing.git_tag'),
          hint: t('publishing.git_tag_hint'),
          maxlength: fieldLimits.tag.characters,
          attempt: own,
        })}
        <button>${t('publishing.import')}</button>
      </div>`,
    )}
  </section>`;
}

/** Refusals by code: a missing right to publish is a right to this package. */
const ofImport = {
  codes: {
    invalid_name: 'package',
    name_reserved: 'package',
    name_taken: 'package',
    name_too_similar: 'package',
    forbidden: 'package',
  },
} as const;

export async function beginImport(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, params, t } = context;
  const format = services.ecosystems.get(params['ecosystem'] ?? '');
  const name = form.text('package', fieldLimits['typed name'].characters);
  if (!isName(format.names, name)) throw invalidField('package', 'invalid', t('publishing.no_name'));
  const url = form.text('url', inputLimits['repository address'].characters);
  if (URL.parse(url) === null) throw invalidField('url', 'invalid', t('publishing.no_git_url'));
  const wanted = { name, url, tag: form.optional('tag', fieldLimits.tag.characters) ?? null };
  const beginning = services.forEcosystem(format.id).imports.begin(caller, wanted);
  const { jobId } = await atFields(ofImport, beginning);
  return done(pathOf('publish', format.id, 'imports', jobId), t('publishing.import_begun'));
}
