import { fieldLimits } from '../../domain/limits/fields.ts';
import { anyWorkflow, type PublisherRules } from '../../domain/trusted-publisher.ts';
import { invalidField } from '../error-words.ts';
import type { Form } from '../form.ts';
import { html, type Html } from '../html.ts';
import type { Attempt, PageContext } from '../page.ts';
import { field } from './form.ts';

const repositoryShape = 'owner/name';

/** The build that may publish. */
export function publisherFields({ t }: PageContext, own?: Attempt): Html {
  return html`<div>
    ${field({
      name: 'issuer',
      label: t('publishing.issuer'),
      value: 'https://token.actions.githubusercontent.com',
      required: true,
      maxlength: fieldLimits.issuer.characters,
      attempt: own,
    })}
    ${field({
      name: 'repository',
      label: t('publishing.source'),
      placeholder: repositoryShape,
      required: true,
      maxlength: fieldLimits['publisher rule'].characters,
      attempt: own,
    })}
    ${field({
      name: 'workflow_ref',
      label: t('publishing.workflow'),
      hint: t('publishing.workflow_hint'),
      placeholder: 'release.yml',
      required: true,
      maxlength: fieldLimits['publisher rule'].characters,
      attempt: own,
    })}
    ${field({
      name: 'environment',
      label: t('publishing.environment'),
      hint: t('publishing.optional'),
      maxlength: fieldLimits['publisher rule'].characters,
      attempt: own,
    })}
    ${field({
      name: 'repository_owner_id',
      label: t('publishing.owner_id'),
      hint: t('publishing.owner_id_hint'),
      inputmode: 'numeric',
      maxlength: fieldLimits['source owner'].characters,
      attempt: own,
    })}
  </div>`;
}

/** @throws DomainError `validation_failed` */
export function readPublisher(
  { t }: PageContext,
  form: Form,
): PublisherRules & { repository: string; repositoryOwnerId: string | null } {
  const workflowRef = form.required('workflow_ref', fieldLimits['publisher rule'].characters);
  const ownerId = form.optional('repository_owner_id', fieldLimits['source owner'].characters) ?? null;
  if (ownerId !== null && !/^\d+$/.test(ownerId))
    throw invalidField('repository_owner_id', 'invalid', t('publishing.no_owner_id'));
  const repository = form.required('repository', fieldLimits['publisher rule'].characters);
  // identity tokens have no other form, so the rule would never match
  if (!/^[^\s/]+(?:\/[^\s/]+)+$/.test(repository))
    throw invalidField('repository', 'invalid', repositoryShape);
  return {
    issuer: form.required('issuer', fieldLimits.issuer.characters),
    subject: null,
    repository,
    workflowRef: workflowRef === anyWorkflow ? null : workflowRef,
    environment: form.optional('environment', fieldLimits['publisher rule'].characters) ?? null,
    repositoryOwnerId: ownerId,
  };
}
