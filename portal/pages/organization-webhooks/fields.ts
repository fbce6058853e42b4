import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { WebhookEvent } from '../../../domain/webhook.ts';
import type { Named } from '../../../services/packages/find.ts';
import type { Webhook } from '../../../services/webhooks/manage.ts';
import { checkboxes, field } from '../../components/form.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';

/** The events and the target of a webhook. */
export function webhookFields({ t }: PageContext, webhook: Webhook | undefined, attempt?: Attempt): Html {
  const pkg = webhook?.package;
  return html`<div>
    ${field({
      name: 'url',
      label: t('workspace.address'),
      value: webhook?.url,
      placeholder: 'https://example.com/hook',
      required: true,
      maxlength: fieldLimits.link.characters,
      attempt,
    })}
    ${checkboxes({
      name: 'events',
      label: t('workspace.events'),
      choices: WebhookEvent.options.map((value) => ({ value, label: value })),
      checked: webhook?.events ?? ['release.published'],
      attempt,
    })}
    ${field({
      name: 'package',
      label: t('workspace.package'),
      hint: t('workspace.webhook_package_hint'),
      value: pkg ? `${pkg.ecosystem}/${pkg.name}` : '',
      maxlength: fieldLimits['package with its ecosystem'].characters,
      attempt,
    })}
  </div>`;
}

/** @throws DomainError `validation_failed` */
export function readWebhook(
  context: PageContext,
  form: Form,
): { url: string; events: WebhookEvent[]; package: Named | null } {
  const { t } = context;
  form.required('url', fieldLimits.link.characters);
  const url = form.link('url') ?? '';
  const known = WebhookEvent.array().safeParse(form.all('events'));
  if (!known.success || known.data.length === 0)
    throw invalidField('events', 'required', t('workspace.one_event'));
  return { url, events: known.data, package: readPackage(context, form) };
}

/** `npm/left-pad`: the name begins after the first slash. Null for an empty field. */
function readPackage({ services, t }: PageContext, form: Form): Named | null {
  const text = form.text('package', fieldLimits['package with its ecosystem'].characters);
  if (text === '') return null;
  const [id, ...rest] = text.split('/');
  const ecosystem = services.ecosystems.all.find((each) => each.id === id);
  if (!ecosystem || rest.length === 0)
    throw invalidField('package', 'not_a_package', t('workspace.webhook_package_hint'));
  return { ecosystem, name: rest.join('/') };
}

/** A missing resource is the package: the view has shown that the organization exists. */
export async function aboutPackage<Answer>(
  { t }: PageContext,
  form: Form,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const isAboutIt = error instanceof DomainError && ['not_found', 'invalid_name'].includes(error.code);
    if (!isAboutIt || form.text('package', fieldLimits['package with its ecosystem'].characters) === '')
      throw error;
    throw invalidField('package', 'unknown', t('workspace.no_such_package'));
  }
}
