import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { Policy } from '../../../domain/policy.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import type { Translate } from '../../language.ts';
import { readDenied, UnreadableLine } from './denied.ts';
import { longestList, type Member, members, unset } from './members.ts';

/** The policy of a form; an empty field is an absent member. @throws DomainError `validation_failed` about a field */
export function readPolicy(form: Form, t: Translate): Policy {
  const said = Object.entries(members)
    .map(([name, member]) => [name, valueOf(form, t, name, member)] as const)
    .filter(([, value]) => value !== undefined);
  const { data, error } = Policy.safeParse(Object.fromEntries(said));
  if (data) return data;
  const errors = error.issues.map(({ path: [name], code, message }) => ({
    path: String(name),
    code,
    message,
  }));
  throw new DomainError('validation_failed', 'the policy has values that are not allowed', { errors });
}

function valueOf(form: Form, t: Translate, name: string, member: Member): unknown {
  switch (member.kind) {
    case 'flag': {
      return form.isOn(name) || undefined;
    }
    case 'answer': {
      return { yes: true, no: false }[form.text(name, 16)];
    }
    case 'number': {
      const value = form.number(name);
      const { most } = member;
      if (value === undefined || (value >= 1 && value <= most)) return value;
      throw invalidField(name, 'out_of_bounds', t('places.number_bounds', { least: 1, most }));
    }
    case 'choice': {
      const value = form.text(name, fieldLimits.word.characters);
      return value === unset || value === '' ? undefined : value;
    }
    case 'several': {
      const values = form.all(name);
      return values.length > 0 ? values : undefined;
    }
    case 'lines': {
      const lines = form.lines(name, longestList);
      const counts = lines.length > 0 || (member.forEmpty && form.isOn(member.forEmpty.name));
      return counts ? lines : undefined;
    }
    default: {
      return packagesOf(form, t, name);
    }
  }
}

function packagesOf(form: Form, t: Translate, name: string) {
  const lines = form.lines(name, longestList);
  if (lines.length === 0) return undefined;
  try {
    return readDenied(lines);
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
    throw invalidField(name, 'invalid', t('places.denied_line', { line: error.line }));
  }
}
