import { fieldLimits } from '../../domain/limits/fields.ts';
import type { Format } from '../../ecosystems/format.ts';
import { invalidField } from '../error-words.ts';
import type { Form } from '../form.ts';
import type { Html } from '../html.ts';
import type { Attempt, PageContext } from '../page.ts';
import { select } from './form.ts';

const name = 'ecosystem';

/** A list of the served ecosystems. `none`: the text of the empty choice. */
export function ecosystemField(
  { t, services }: PageContext,
  { attempt, none }: { attempt: Attempt | undefined; none?: string },
): Html {
  const served = services.ecosystems.all.map(({ id, title }) => ({ value: id, label: title }));
  return select({
    name,
    label: t('account.ecosystem'),
    choices: none === undefined ? served : [{ value: '', label: none }, ...served],
    attempt,
  });
}

/** @throws DomainError `validation_failed` for an ecosystem that is not served, and without a choice */
export function readEcosystem({ t, services }: PageContext, form: Form): Format {
  const id = form.text(name, fieldLimits.ecosystem.characters);
  const format = services.ecosystems.all.find((each) => each.id === id);
  if (!format) throw invalidField(name, 'unknown', t('shell.required'));
  return format;
}
