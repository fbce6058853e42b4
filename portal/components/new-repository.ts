import { fieldLimits } from '../../domain/limits/fields.ts';
import { inputLimits } from '../../domain/limits/inputs.ts';
import type { NewRepository } from '../../services/repositories/create.ts';
import { invalidField } from '../error-words.ts';
import type { Form } from '../form.ts';
import { html, type Html } from '../html.ts';
import type { TextKey } from '../locales/index.ts';
import type { Attempt, PageContext } from '../page.ts';
import { field, postForm, select } from './form.ts';

const kinds = ['public', 'private', 'staging', 'release'] as const;
const visibilities = ['public', 'unlisted', 'private', 'internal_org'] as const;

/** The form for a new repository of a person or an organization. */
export function newRepositoryForm(
  context: PageContext,
  { isOfOrganization, attempt }: { isOfOrganization: boolean; attempt: Attempt | undefined },
): Html {
  const { t } = context;
  const offered = visibilities.filter((each) => each !== 'internal_org' || isOfOrganization);
  return postForm(
    context,
    { name: 'create', className: 'form narrow' },
    html`<div>
      ${field({ name: 'name', label: t('people.repository_name'), required: true, maxlength: inputLimits['display name'].characters, attempt })}
      ${field({ name: 'slug', label: t('people.slug'), required: true, maxlength: fieldLimits.slug.characters, attempt })}
      ${select({
        name: 'kind',
        label: t('people.kind'),
        choices: kinds.map((value) => ({ value, label: t(`places.kind_${value}_text` satisfies TextKey) })),
        attempt,
      })}
      ${select({
        name: 'visibility',
        label: t('people.visibility'),
        choices: offered.map((value) => ({
          value,
          label: t(`publishing.visibility_${value}` satisfies TextKey),
        })),
        attempt,
      })}
      <button class="primary">${t('people.create_repository')}</button>
    </div>`,
  );
}

/** @throws DomainError `validation_failed` */
export function readNewRepository(form: Form, { t }: PageContext): Omit<NewRepository, 'owner'> {
  const kind = kinds.find((each) => each === form.text('kind'));
  const visibility = visibilities.find((each) => each === form.text('visibility'));
  if (!kind) throw invalidField('kind', 'unknown', t('shell.required'));
  const isClosed = kind === 'private' || kind === 'staging';
  return {
    name: form.required('name', inputLimits['display name'].characters),
    slug: form.required('slug', fieldLimits.slug.characters),
    description: null,
    kind,
    // for a closed kind, the open default means the kind's own visibility
    visibility: isClosed && visibility === 'public' ? undefined : visibility,
  };
}
