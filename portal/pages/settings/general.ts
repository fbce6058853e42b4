import { fieldLimits } from '../../../domain/limits/fields.ts';
import { Visibility } from '../../../domain/visibility.ts';
import type { PackagePage } from '../../../services/packages/page.ts';
import { checkbox, field, postForm, select } from '../../components/form.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt, namedPackage } from '../named.ts';
import { readAccepted } from '../version/actions.ts';
import { rulesField } from '../version/forms.ts';
import { settingsPath } from './address.ts';

/** The texts of the package, its deprecation, and its visibility. */
export function generalSection(
  context: PageContext,
  { pkg, mayEdit, visibilities }: PackagePage,
  attempt?: Attempt,
): Html | undefined {
  const { t } = context;
  const own = attemptAt(attempt, 'save');
  const mayShow = visibilities.length > 0;
  if (!mayEdit && !mayShow) return undefined;
  return html`<section>
    <h2 id="general">${t('publishing.general')}</h2>
    ${postForm(
      context,
      { name: 'save', className: 'form prose-width' },
      html`<div>
        ${
          mayEdit &&
          html`<div>
            ${field({
              name: 'description',
              label: t('publishing.description'),
              value: pkg.description ?? '',
              rows: 3,
              maxlength: fieldLimits['package description'].characters,
              attempt: own,
            })}
            ${field({
              name: 'homepage',
              label: t('publishing.homepage'),
              value: pkg.homepage ?? '',
              inputmode: 'url',
              maxlength: fieldLimits.link.characters,
              attempt: own,
            })}
            ${field({
              name: 'repository_url',
              label: t('publishing.source_url'),
              value: pkg.repositoryUrl ?? '',
              inputmode: 'url',
              maxlength: fieldLimits.link.characters,
              attempt: own,
            })}
            ${field({
              name: 'license',
              label: t('publishing.license'),
              value: pkg.license ?? '',
              maxlength: fieldLimits.license.characters,
              attempt: own,
            })}
            ${field({
              name: 'keywords',
              label: t('publishing.keywords'),
              value: pkg.keywords.join(', '),
              hint: t('publishing.keywords_hint'),
              maxlength: 2_000,
              attempt: own,
            })}
            ${checkbox({
              name: 'is_deprecated',
              label: t('publishing.package_deprecated'),
              isOn: pkg.isDeprecated,
              attempt: own,
            })}
            ${field({
              name: 'deprecation_message',
              label: t('publishing.deprecation_message'),
              value: pkg.deprecationMessage ?? '',
              hint: t('publishing.deprecation_hint'),
              maxlength: fieldLimits.reason.characters,
              attempt: own,
            })}
          </div>`
        }
        ${
          mayShow &&
          select({
            name: 'visibility',
            label: t('publishing.visibility'),
            value: pkg.visibility,
            hint: t('publishing.visibility_hint', { repository: pkg.repositorySlug }),
            choices: visibilities.map((value) => ({
              value,
              label: t(`publishing.visibility_${value}` satisfies TextKey),
            })),
            attempt: own,
          })
        }
        ${own && mayShow && rulesField(context, own)}
        <button class="primary">${t('publishing.save')}</button>
      </div>`,
    )}
  </section>`;
}

export async function save(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const isEdited = form.has('description');
  const visibility = Visibility.safeParse(form.text('visibility')).data;
  const texts = isEdited
    ? {
        description: form.optional('description', fieldLimits['package description'].characters) ?? null,
        homepage: form.link('homepage') ?? null,
        repositoryUrl: form.link('repository_url') ?? null,
        license: form.optional('license', fieldLimits.license.characters) ?? null,
        keywords: readKeywords(context, form),
        isDeprecated: form.isOn('is_deprecated'),
        deprecationMessage: form.isOn('is_deprecated')
          ? (form.optional('deprecation_message', fieldLimits.reason.characters) ?? null)
          : null,
      }
    : {};
  await services.packages.update(caller, namedPackage(context), { ...texts, visibility }, readAccepted(form));
  return done(settingsPath(context), t('publishing.saved'));
}

const { count: mostKeywords, characters: longestKeyword } = fieldLimits.keywords;

function readKeywords({ t }: PageContext, form: Form): string[] {
  const words = form
    .text('keywords', 2_000)
    .split(',')
    .map((word) => word.trim());
  const keywords = [...new Set(words.filter((word) => word !== ''))];
  const isTooMuch = keywords.length > mostKeywords || keywords.some((word) => word.length > longestKeyword);
  if (isTooMuch) throw invalidField('keywords', 'invalid', t('publishing.keywords_bounds'));
  return keywords;
}
