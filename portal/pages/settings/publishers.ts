import { fieldLimits } from '../../../domain/limits/fields.ts';
import { anyWorkflow, warningsOf } from '../../../domain/trusted-publisher.ts';
import type { PackagePage } from '../../../services/packages/page.ts';
import { checkbox, postForm } from '../../components/form.ts';
import { recentLogin } from '../../components/recent-login.ts';
import { publisherFields, readPublisher } from '../../components/publisher-fields.ts';
import { table } from '../../components/show.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt, namedPackage } from '../named.ts';
import { settingsPath } from './address.ts';

/** Builds that publish without a stored token, and whether stored tokens may publish too. */
export async function publishersSection(
  context: PageContext,
  management: PackagePage,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t, caller, services } = context;
  const { pkg, mayManageTrust, mayPublish, mayEdit } = management;
  if (!mayManageTrust) return undefined;
  const publishers = await services.packages.listTrustedPublishers(caller, namedPackage(context));
  const removing = attemptAt(attempt, 'remove_publisher');
  const limiting = attemptAt(attempt, 'limit_publishing');
  return html`<section>
    <h2 id="publishers">${t('publishing.trusted_publishers')}</h2>
    <p>${t('publishing.trusted_publishers_text')}</p>
    ${
      publishers.length > 0 &&
      postForm(
        context,
        { name: 'remove_publisher', label: t('publishing.trusted_publishers') },
        html`<div>
          ${table({
            label: t('publishing.trusted_publishers'),
            columns: [
              t('publishing.issuer'),
              t('publishing.source'),
              t('publishing.workflow'),
              t('publishing.environment'),
              t('publishing.action'),
            ],
            rows: publishers.map((publisher) => [
              html`<span id="publisher-${publisher.id}">${publisher.issuer}</span>`,
              html`<span>
                ${publisher.repository ?? publisher.subject}
                ${warningsOf(publisher).map((warning) => html` <span class="small muted">${warning}</span>`)}
                ${publisher.needsApproval && html` <span class="small">${t('publishing.needs_approval')}</span>`}
              </span>`,
              publisher.workflowRef ?? anyWorkflow,
              publisher.environment,
              html`<button
                name="publisher"
                value=${publisher.id}
                aria-describedby="publisher-${publisher.id}"
              >
                ${t('publishing.remove')}
              </button>`,
            ]),
          })}
          ${recentLogin(context, removing, 'remove-publisher')}
        </div>`,
      )
    }
    ${mayPublish && addForm(context, attempt)}
    ${
      mayEdit &&
      postForm(
        context,
        { name: 'limit_publishing', className: 'form prose-width' },
        html`<div>
          ${checkbox({
            name: 'trusted_only',
            label: t('publishing.trusted_only'),
            isOn: pkg.trustedPublishingOnly,
            hint: t('publishing.trusted_only_hint'),
            attempt: limiting,
          })}
          ${pkg.trustedPublishingOnly && recentLogin(context, limiting, 'limit')}
          <button>${t('publishing.change')}</button>
        </div>`,
      )
    }
  </section>`;
}

function addForm(context: PageContext, attempt?: Attempt): Html {
  const { t } = context;
  const own = attemptAt(attempt, 'add_publisher');
  return postForm(
    context,
    { name: 'add_publisher', className: 'form prose-width', label: t('publishing.add_publisher') },
    html`<div>
      ${publisherFields(context, own)}
      ${checkbox({
        name: 'needs_approval',
        label: t('publishing.needs_approval'),
        attempt: own,
      })}
      ${recentLogin(context, own, 'add-publisher')}
      <button>${t('publishing.add_publisher')}</button>
    </div>`,
  );
}

export async function addPublisher(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const publisher = { ...readPublisher(context, form), needsApproval: form.isOn('needs_approval') };
  await services.packages.addTrustedPublishers(caller, namedPackage(context), [publisher]);
  return done(settingsPath(context), t('publishing.publisher_added', { name: publisher.repository }));
}

export async function removePublisher(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  await services.packages.removeTrustedPublisher(
    caller,
    namedPackage(context),
    form.text('publisher', fieldLimits.id.characters),
  );
  return done(settingsPath(context), t('publishing.publisher_removed'));
}

export async function limitPublishing(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t } = context;
  const trustedPublishingOnly = form.isOn('trusted_only');
  await services.packages.update(caller, namedPackage(context), { trustedPublishingOnly });
  return done(settingsPath(context), t('publishing.saved'));
}
