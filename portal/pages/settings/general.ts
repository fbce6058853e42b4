import { isStorableText } from '../../../domain/storable-text.ts';
import { Visibility } from '../../../domain/visibility.ts';
import type { PackageManagement } from '../../../services/packages/management.ts';
import { checkbox, field, postForm, select } from '../../components/form.ts';
import { type Form, invalidField } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt, namedPackage } from '../named.ts';
import { readRules } from '../version/actions.ts';
import { rulesField } from '../version/forms.ts';
import { settingsPath } from './address.ts';

/** What the page of the package says, whether it is deprecated, and who sees it. */
export function generalSection(
  context: PageContext,
  { pkg, mayEdit, visibilities }: PackageManagement,
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
              maxlength: 4_000,
              attempt: own,
            })}
            ${field({
              name: 'homepage',
              label: t('publishing.homepage'),
              value: pkg.homepage ?? '',
              inputmode: 'url',
              maxlength: 2_000,
              attempt: own,
            })}
            ${field({
              name: 'repository_url',
              label: t('publishing.source_url'),
              value: pkg.repositoryUrl ?? '',
              inputmode: 'url',
              maxlength: 2_000,
              attempt: own,
            })}
            ${field({
              name: 'license',
              label: t('publishing.license'),
              value: pkg.license ?? '',
              maxlength: 200,
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
              isOn: own ? own.form.isOn('is_deprecated') : pkg.isDeprecated,
            })}
            ${field({
              name: 'deprecation_message',
              label: t('publishing.deprecation_message'),
              value: pkg.deprecationMessage ?? '',
              hint: t('publishing.deprecation_hint'),
              maxlength: 1_000,
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
        description: readText(form, 'description', 4_000),
        homepage: readLink(context, form, 'homepage'),
        repositoryUrl: readLink(context, form, 'repository_url'),
        license: readText(form, 'license', 200),
        keywords: readKeywords(context, form),
        isDeprecated: form.isOn('is_deprecated'),
        deprecationMessage: form.isOn('is_deprecated') ? readText(form, 'deprecation_message', 1_000) : null,
      }
    : {};
  await services.packages.update(caller, namedPackage(context), { ...texts, visibility }, readRules(form));
  return done(settingsPath(context), t('publishing.saved'));
}

function readText(form: Form, name: string, maxLength: number): string | null {
  const text = form.text(name, maxLength);
  if (!isStorableText(text)) throw invalidField(name, 'invalid', 'has characters that can not be stored');
  return text === '' ? null : text;
}

/** A link that pages show: never `javascript:` and its kin. */
function readLink({ t }: PageContext, form: Form, name: string): string | null {
  const text = readText(form, name, 2_000);
  if (text === null) return null;
  const protocol = URL.parse(text)?.protocol;
  if (protocol === 'https:' || protocol === 'http:') return text;
  throw invalidField(name, 'invalid', t('publishing.no_link'));
}

const mostKeywords = 50;

function readKeywords({ t }: PageContext, form: Form): string[] {
  const words = (readText(form, 'keywords', 2_000) ?? '').split(',').map((word) => word.trim());
  const keywords = [...new Set(words.filter((word) => word !== ''))];
  const isTooMuch = keywords.length > mostKeywords || keywords.some((word) => word.length > 64);
  if (isTooMuch) throw invalidField('keywords', 'invalid', t('publishing.keywords_bounds'));
  return keywords;
}
