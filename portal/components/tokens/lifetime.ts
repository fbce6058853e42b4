import { daysOf } from '../../../domain/limits.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import type { PageContext } from '../../page.ts';

/** The longest lifetime of a new token, in days. */
export const mostDays = daysOf(inputLimits['token lifetime']);

/** The field `expires_in_days` of a form for a new token; `defaultDays` if it is empty. @throws DomainError `validation_failed` */
export function readLifetime({ t }: PageContext, form: Form, defaultDays: number): number {
  const days = form.number('expires_in_days') ?? defaultDays;
  if (days < 1 || days > mostDays)
    throw invalidField('expires_in_days', 'out_of_range', t('publishing.days_bounds', { most: mostDays }));
  return days;
}
