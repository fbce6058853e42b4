import { fieldLimits } from '../../../domain/limits/fields.ts';
import { isReadable } from '../../../domain/release.ts';
import type { PackagePage } from '../../../services/packages/page.ts';
import { field, postForm, problemOf } from '../../components/form.ts';
import { pager, table, when } from '../../components/show.ts';
import { invalidField, showWords } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, pathOf, redirect, type Redirect } from '../../page.ts';
import { pageNumber } from '../../page-number.ts';
import { attemptAt, namedPackage } from '../named.ts';
import { stateBadges, statesOfVersion } from '../package/state.ts';
import { actionButton } from '../version/forms.ts';
import { settingsPath } from './address.ts';
import { dependentsOf } from './dependents.ts';

const onPage = 100;
const reasonLength = fieldLimits.reason.characters;
const actions = ['yank_versions', 'unyank_versions', 'deprecate_versions', 'delete_versions'] as const;

/** All versions; actions apply to several at once. */
export async function versionsSection(
  context: PageContext,
  { mayPublish, mayAdminister }: PackagePage,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t, caller, services } = context;
  if (!mayPublish && !mayAdminister) return undefined;
  const { ecosystem, name } = namedPackage(context);
  const page = pageNumber(context);
  const window = { limit: onPage, offset: (page - 1) * onPage };
  const { total, releases } = await services.releases.list(caller, { ecosystem, name }, window);
  const own = attemptAt(attempt, ...actions);
  const chosen = own?.form.all('version') ?? [];
  const problem = problemOf(own, 'version', { id: 'chosen', label: t('publishing.versions') });
  return html`<section>
    <h2 id="versions">${t('publishing.versions')}</h2>
    ${
      releases.length === 0
        ? html`<p>${t('publishing.no_versions')}</p>`
        : postForm(
            context,
            { label: t('publishing.versions') },
            html`<div>
              ${problem && html`<p class="problem" id="chosen" tabindex="-1">${showWords(problem)}</p>`}
              ${table({
                label: t('publishing.versions'),
                columns: [
                  t('publishing.choose'),
                  t('publishing.version'),
                  t('publishing.state'),
                  t('publishing.uploaded'),
                ],
                rows: releases.map((release) => [
                  isReadable(release) &&
                    html`<input
                      type="checkbox"
                      name="version"
                      value=${release.version}
                      checked=${chosen.includes(release.version)}
                      aria-label=${release.version}
                      aria-invalid=${problem ? 'true' : undefined}
                      aria-describedby=${problem ? 'chosen' : undefined}
                    />`,
                  html`<a href=${pathOf('packages', ecosystem.id, name, release.version)}
                    >${release.version}</a
                  >`,
                  stateBadges(context, statesOfVersion(release)),
                  when(context, release.publishedAt ?? release.uploadedAt),
                ]),
              })}
              ${pager(context, {
                page,
                pages: Math.ceil(total / onPage),
                hrefOf: (to) => settingsPath(context, { page: to }),
              })}
              ${field({
                name: 'reason',
                label: t('publishing.reason'),
                hint: t('publishing.reason_hint'),
                maxlength: reasonLength,
                attempt: own,
              })}
              <div class="row">
                ${mayPublish && actionButton('yank_versions', t('publishing.yank'))}
                ${mayPublish && actionButton('unyank_versions', t('publishing.unyank'))}
                ${mayPublish && actionButton('deprecate_versions', t('publishing.deprecate'))}
                ${mayAdminister && actionButton('delete_versions', t('publishing.delete'), 'danger')}
              </div>
            </div>`,
          )
    }
  </section>`;
}

export async function yankVersions(context: PageContext, form: Form, isYanked: boolean): Promise<Redirect> {
  const { caller, services, t } = context;
  const named = chosenIn(context, form);
  const reason = form.optional('reason', reasonLength) ?? null;
  await services.releases.yankMany(caller, named, { isYanked, reason });
  const count = named.versions.length;
  return done(
    settingsPath(context),
    t(isYanked ? 'publishing.versions_yanked' : 'publishing.versions_unyanked', { count }),
  );
}

export async function deprecateVersions(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const named = chosenIn(context, form);
  await services.releases.deprecateMany(caller, named, form.required('reason', reasonLength));
  return done(settingsPath(context), t('publishing.versions_deprecated', { count: named.versions.length }));
}

/** Shows the dependents before a deletion. */
export async function askToDelete(context: PageContext, form: Form): Promise<Redirect> {
  const { versions } = chosenIn(context, form);
  const query = new URLSearchParams();
  for (const version of versions) query.append('delete', version);
  const reason = form.optional('reason', reasonLength);
  if (reason !== undefined) query.set('reason', reason);
  return redirect(`${settingsPath(context)}?${query.toString()}`);
}

/** The confirmation page of a deletion; its address has the versions. */
export async function deletionBody(
  context: PageContext,
  versions: readonly string[],
  attempt?: Attempt,
): Promise<Html> {
  const { t, query } = context;
  return html`<div>
    <h1>${t('publishing.delete_question', { count: versions.length })}</h1>
    <ul>
      ${versions.map((version) => html`<li>${version}</li>`)}
    </ul>
    <p>${t('publishing.delete_text')}</p>
    ${await dependentsOf(context)}
    ${postForm(
      context,
      { name: 'confirm_delete', className: 'form prose-width' },
      html`<div>
        ${versions.map((version) => html`<input type="hidden" name="version" value=${version} />`)}
        ${field({
          name: 'reason',
          label: t('publishing.reason'),
          value: query.get('reason') ?? '',
          maxlength: reasonLength,
          attempt,
        })}
        <div class="row">
          <button class="danger">${t('publishing.confirm')}</button>
          <a class="button" href=${settingsPath(context)}>${t('publishing.cancel')}</a>
        </div>
      </div>`,
    )}
  </div>`;
}

export async function deleteVersions(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const named = chosenIn(context, form);
  await services.releases.deleteMany(caller, named, form.optional('reason', reasonLength) ?? null);
  return done(settingsPath(context), t('publishing.versions_deleted', { count: named.versions.length }));
}

/** The chosen versions. @throws DomainError `validation_failed` without any */
function chosenIn(context: PageContext, form: Form) {
  const versions = form.all('version');
  if (versions.length === 0) throw invalidField('version', 'required', context.t('publishing.none_chosen'));
  return { ...namedPackage(context), versions };
}
