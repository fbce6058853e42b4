import { DomainError } from '../../../domain/errors.ts';
import { latestTag } from '../../../domain/latest-tag.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { firstOf } from '../../../domain/paging.ts';
import type { PackagePage } from '../../../services/packages/page.ts';
import { field, postForm } from '../../components/form.ts';
import { table, when } from '../../components/show.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt, namedPackage } from '../named.ts';
import { settingsPath } from './address.ts';

const mostTags = 200;

/** The version tags. */
export async function tagsSection(
  context: PageContext,
  { mayPublish }: PackagePage,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t, caller, services } = context;
  if (!mayPublish) return undefined;
  const tags = await services.packages.listTagsWithTimes(caller, namedPackage(context), firstOf(mostTags));
  const own = attemptAt(attempt, 'assign_tag');
  return html`<section>
    <h2 id="tags">${t('publishing.tags')}</h2>
    ${
      tags.length === 0
        ? html`<p>${t('publishing.no_tags')}</p>`
        : postForm(
            context,
            { name: 'remove_tag', label: t('publishing.tags') },
            table({
              label: t('publishing.tags'),
              columns: [
                t('publishing.tag'),
                t('publishing.version'),
                t('publishing.set_at'),
                t('publishing.action'),
              ],
              rows: tags.map(({ name, version, updatedAt }, index) => [
                html`<span id="tag-${index}">${name}</span>`,
                version,
                when(context, updatedAt),
                name !== latestTag &&
                  html`<button name="tag" value=${name} aria-describedby="tag-${index}">
                    ${t('publishing.remove')}
                  </button>`,
              ]),
            }),
          )
    }
    ${postForm(
      context,
      { name: 'assign_tag', className: 'form inline' },
      html`${field({ name: 'tag', label: t('publishing.tag'), required: true, maxlength: fieldLimits.tag.characters, attempt: own })}
        ${field({ name: 'version', label: t('publishing.version'), required: true, maxlength: fieldLimits['typed name'].characters, attempt: own })}
        <button>${t('publishing.assign_tag')}</button>`,
    )}
  </section>`;
}

export async function assignTag(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const tag = form.required('tag', fieldLimits.tag.characters);
  const version = form.required('version', fieldLimits['typed name'].characters);
  try {
    await services.packages.assignTag(caller, { ...namedPackage(context), version, tag });
  } catch (error) {
    // the package exists, so the missing resource is the version
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw invalidField('version', 'unknown', t('publishing.no_such_version'));
  }
  return done(settingsPath(context), t('publishing.tag_assigned', { tag, version }));
}

export async function removeTag(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const tag = form.text('tag', fieldLimits.tag.characters);
  await services.packages.dropTag(caller, namedPackage(context), tag);
  return done(settingsPath(context), t('publishing.tag_removed', { tag }));
}
