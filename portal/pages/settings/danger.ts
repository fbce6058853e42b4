import { fieldLimits } from '../../../domain/limits/fields.ts';
import { firstOf } from '../../../domain/paging.ts';
import type { PackagePage } from '../../../services/packages/page.ts';
import { nameToConfirm, requireName } from '../../components/confirmation.ts';
import { field, postForm, select } from '../../components/form.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { attemptAt, namedPackage } from '../named.ts';
import { readAccepted } from '../version/actions.ts';
import { rulesField } from '../version/forms.ts';
import { settingsPath } from './address.ts';
import { dependentsOf } from './dependents.ts';

/** The transfer to another owner. */
export async function transferSection(
  context: PageContext,
  { pkg, mayTransfer }: PackagePage,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t, caller, services } = context;
  if (!mayTransfer) return undefined;
  const own = attemptAt(attempt, 'transfer');
  const memberships = await services.organizations.listOwnMemberships(caller, firstOf(200));
  const others = memberships.map(({ view }) => view).filter(({ slug }) => slug !== pkg.orgSlug);
  return html`<section>
    <h2 id="transfer">${t('publishing.transfer')}</h2>
    <p>${t('publishing.transfer_text')}</p>
    ${
      others.length === 0
        ? html`<p>${t('publishing.no_organization')}</p>`
        : postForm(
            context,
            { name: 'transfer', className: 'form prose-width' },
            html`<div>
              ${select({
                name: 'target_org_slug',
                label: t('publishing.organization'),
                choices: others.map(({ slug, name }) => ({ value: slug, label: name })),
                attempt: own,
              })}
              ${
                pkg.maintainers.length > 0 &&
                field({
                  name: 'keep_maintainers',
                  label: t('publishing.keeps'),
                  hint: t('publishing.keeps_hint', { names: pkg.maintainers.join(', ') }),
                  maxlength: 2_000,
                  attempt: own,
                })
              }
              ${own && rulesField(context, own)}
              <button class="danger">${t('publishing.transfer')}</button>
            </div>`,
          )
    }
  </section>`;
}

export async function transfer(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const named = namedPackage(context);
  const organizationSlug = form.text('target_org_slug', fieldLimits.slug.characters);
  await services.transfers.package(caller, named, {
    organizationSlug,
    keeps: form.words('keep_maintainers', 2_000),
    accepted: readAccepted(form),
  });
  return done(
    pathOf('packages', named.ecosystem.id, named.name),
    t('publishing.transferred', { name: organizationSlug }),
  );
}

/** Actions that can't be undone, with the dependents of the package first. */
export async function dangerSection(
  context: PageContext,
  { pkg, mayAdminister }: PackagePage,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t } = context;
  if (!mayAdminister) return undefined;
  const content = pkg.isArchived
    ? html`<div>
        <p>${t('publishing.archived_text')}</p>
        ${postForm(context, { name: 'restore' }, html`<button>${t('publishing.restore')}</button>`)}
      </div>`
    : html`<div>
        <p>${t('publishing.archive_text')}</p>
        ${await dependentsOf(context)}
        ${postForm(
          context,
          { name: 'archive', className: 'form prose-width' },
          html`<div>
            ${nameToConfirm(context, { subject: pkg.name, action: 'archive', attempt: attemptAt(attempt, 'archive') })}
            <button class="danger">${t('publishing.delete')}</button>
          </div>`,
        )}
      </div>`;
  return html`<section class="danger-zone">
    <h2 id="danger">${t('publishing.danger_zone')}</h2>
    ${content}
  </section>`;
}

export async function archive(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const named = namedPackage(context);
  const { pkg } = await services.packages.manage(caller, named);
  requireName(context, form, pkg.name);
  await services.packages.archive(caller, named);
  return done(settingsPath(context), t('publishing.archived', { name: pkg.name }));
}

export async function restore(context: PageContext): Promise<Redirect> {
  const { caller, services, t } = context;
  const named = namedPackage(context);
  const { pkg } = await services.packages.update(caller, named, { isArchived: false });
  return done(settingsPath(context), t('publishing.restored', { name: pkg.name }));
}
