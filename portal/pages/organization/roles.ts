import { fieldLimits } from '../../../domain/limits/fields.ts';
import { Role } from '../../../domain/permissions.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import type { PageContext } from '../../page.ts';

/** Roles that can be assigned; only a transfer makes an owner. */
export const givenRoles = Role.exclude(['owner']).options;

/** @throws DomainError `validation_failed` */
export function readRole({ t }: PageContext, form: Form): (typeof givenRoles)[number] {
  const role = givenRoles.find((each) => each === form.text('role', fieldLimits.word.characters));
  if (!role) throw invalidField('role', 'unknown', t('shell.required'));
  return role;
}
