import type { WorkspaceView } from '../../../services/organizations/sections.ts';
import { nameToConfirm, requireName } from '../../components/confirmation.ts';
import { checkbox, postForm } from '../../components/form.ts';
import { notice } from '../../components/show.ts';
import { workspacePath } from '../../components/workspace.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';

/** The deletion of the organization, and its effect on packages and repositories. */
export async function deletionSection(
  context: PageContext,
  { slug }: WorkspaceView,
  attempt?: Attempt,
): Promise<Html> {
  const { t, services, caller, number } = context;
  const forecast = await services.organizations.foreseeRemoval(caller, slug);
  const own = attemptAt(attempt, 'delete');
  const counts = {
    packages: number(forecast.packages),
    repositories: number(forecast.repositories),
    namespaces: number(forecast.namespaces),
  };
  return html`<section class="danger-zone">
    <h2>${t('publishing.danger_zone')}</h2>
    <p>${t('organizations.delete_text', { slug })}</p>
    <ul>
      <li>
        ${t(forecast.packages > 0 ? 'organizations.delete_packages' : 'organizations.delete_no_packages', counts)}
      </li>
      ${forecast.repositories > 0 && html`<li>${t('organizations.delete_repositories', counts)}</li>`}
      ${forecast.namespaces > 0 && html`<li>${t('organizations.delete_namespaces', counts)}</li>`}
    </ul>
    ${forecast.isUnderWay && notice('warning', t('organizations.delete_under_way'))}
    ${
      forecast.isWithheld
        ? notice('warning', t('organizations.delete_withheld'))
        : postForm(
            context,
            { name: 'delete', className: 'form prose-width' },
            html`<div>
              ${
                forecast.packages > 0 &&
                checkbox({
                  name: 'archive_packages',
                  label: t('organizations.archive_packages'),
                  attempt: own,
                })
              }
              ${nameToConfirm(context, { subject: slug, action: 'delete', attempt: own })}
              <button class="danger">${t('publishing.delete')}</button>
            </div>`,
          )
    }
  </section>`;
}

export async function remove(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  const { slug = '' } = params;
  requireName(context, form, slug);
  const archivesPackages = form.isOn('archive_packages');
  if (!archivesPackages && (await services.organizations.foreseeRemoval(caller, slug)).packages > 0) {
    throw invalidField('archive_packages', 'required', t('organizations.archive_needed'));
  }
  const { isGone } = await services.organizations.remove(caller, slug, { archivesPackages });
  return isGone
    ? done('/account/organizations', t('organizations.deleted', { name: slug }))
    : done(workspacePath(context, 'settings'), t('organizations.deletion_begun'));
}
