import { fieldLimits } from '../../../domain/limits/fields.ts';
import { firstOf } from '../../../domain/paging.ts';
import { anyWorkflow } from '../../../domain/trusted-publisher.ts';
import { ecosystemField, readEcosystem } from '../../components/ecosystem-field.ts';
import { field, postForm } from '../../components/form.ts';
import { recentLogin } from '../../components/recent-login.ts';
import { publisherFields, readPublisher } from '../../components/publisher-fields.ts';
import { ecosystemBadge, empty, table } from '../../components/show.ts';
import { workspacePath } from '../../components/workspace.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';

/** More than an organization can have. */
const all = firstOf(500);

/** Builds that may create a package of the organization, and the form that adds one. */
export async function pendingSection(context: PageContext, attempt?: Attempt): Promise<Html> {
  const { t, services, caller, params } = context;
  const pending = await services.trust.listPending(caller, params['slug'] ?? '', all);
  const title = t('workspace.pending_publishers');
  return html`<section>
    <h2>${title}</h2>
    <p>${t('workspace.pending_text')}</p>
    ${
      pending.length === 0
        ? empty(t('workspace.no_pending'))
        : table({
            label: title,
            columns: [
              t('workspace.package'),
              t('publishing.issuer'),
              t('publishing.source'),
              t('publishing.workflow'),
              t('publishing.environment'),
              t('account.action'),
            ],
            rows: pending.map((each) => [
              html`<span class="row" id="pending-${each.id}">
                ${ecosystemBadge(each.ecosystem)} <span class="wrap">${each.name}</span>
              </span>`,
              html`<span class="wrap">${each.issuer}</span>`,
              each.repository ?? each.subject,
              each.workflowRef ?? anyWorkflow,
              each.environment,
              postForm(
                context,
                { name: 'remove_publisher', className: 'form inline' },
                html`<button
                  class="danger"
                  name="publisher"
                  value=${each.id}
                  aria-describedby="pending-${each.id}"
                >
                  ${t('publishing.remove')}
                </button>`,
              ),
            ]),
          })
    }
    ${addForm(context, attemptAt(attempt, 'add_publisher'))}
  </section>`;
}

function addForm(context: PageContext, own?: Attempt): Html {
  const { t } = context;
  return postForm(
    context,
    { name: 'add_publisher', className: 'form prose-width', label: t('publishing.add_publisher') },
    html`<div>
      ${ecosystemField(context, { attempt: own })}
      ${field({
        name: 'name',
        label: t('workspace.package_name'),
        required: true,
        maxlength: fieldLimits['package name'].characters,
        autocomplete: 'off',
        attempt: own,
      })}
      ${publisherFields(context, own)} ${recentLogin(context, own, 'add-publisher')}
      <button>${t('publishing.add_publisher')}</button>
    </div>`,
  );
}

export async function addPending(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  const wanted = {
    ...readPublisher(context, form),
    ecosystem: readEcosystem(context, form),
    name: form.required('name', fieldLimits['package name'].characters),
  };
  await services.trust.addPending(caller, params['slug'] ?? '', wanted);
  return done(
    workspacePath(context, 'publishers'),
    t('publishing.publisher_added', { name: wanted.repository }),
  );
}

export async function removePending(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  await services.trust.removePending(
    caller,
    params['slug'] ?? '',
    form.text('publisher', fieldLimits.id.characters),
  );
  return done(workspacePath(context, 'publishers'), t('publishing.publisher_removed'));
}
