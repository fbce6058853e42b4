import { invalidField } from '../error-words.ts';
import type { Form } from '../form.ts';
import type { Html } from '../html.ts';
import type { Attempt, PageContext } from '../page.ts';
import { checkbox, field } from './form.ts';

interface Asked {
  /** The name of the changed thing on its page. */
  subject: string;
  /** Action of the form: it makes the id unique on the page. */
  action: string;
  /** The attempt at this form. */
  attempt: Attempt | undefined;
}

/** For irreversible changes: the person types the name. {@link requireName} reads it. */
export function nameToConfirm({ t }: PageContext, { subject, action, attempt }: Asked): Html {
  return field({
    name: 'confirmed_name',
    id: `${action}-name`,
    label: t('shell.name_to_confirm'),
    hint: subject,
    autocomplete: 'off',
    isPlain: true,
    required: true,
    attempt,
  });
}

/** @throws DomainError `validation_failed` for another name */
export function requireName({ t }: PageContext, form: Form, subject: string): void {
  if (form.text('confirmed_name') === subject) return;
  throw invalidField('confirmed_name', 'invalid', t('shell.other_name', { name: subject }));
}

/** For changes that the person can not undo: a checkbox that names the thing. {@link requireBox} reads it. */
export function boxToConfirm({ t }: PageContext, { subject, action, attempt }: Asked): Html {
  return checkbox({
    name: 'confirmed',
    id: `${action}-confirmed`,
    label: t('shell.meant', { name: subject }),
    required: true,
    attempt,
  });
}

/** Checks the box on the server, as some browsers do not. @throws DomainError `validation_failed` */
export function requireBox({ t }: PageContext, form: Form): void {
  if (!form.isOn('confirmed')) throw invalidField('confirmed', 'required', t('shell.not_confirmed'));
}
