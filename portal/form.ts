import { fieldLimits } from '../domain/limits/fields.ts';
import { inputLimits } from '../domain/limits/inputs.ts';
import { isStorableText } from '../domain/storable-text.ts';
import { invalidField } from './error-words.ts';
import type { Translate } from './language.ts';

/** The fields of a form as a browser sent them: texts, each limited in length where it is read. */
export interface Form {
  /** The raw value, only to show it again: it is unchecked. */
  typed(name: string): string;
  /** The trimmed text; empty for a missing field. @throws DomainError `validation_failed` where it is too long */
  text(name: string, maxLength?: number): string;
  /** The unchanged text, for passwords and long texts. @throws as {@link Form.text} */
  exact(name: string, maxLength?: number): string;
  /** A text that must not be empty. @throws as {@link Form.text}, and `validation_failed` for an empty field */
  required(name: string, maxLength?: number): string;
  /** {@link Form.text}, or undefined for an empty field. */
  optional(name: string, maxLength?: number): string | undefined;
  /** Words between spaces and commas. @throws as {@link Form.text} */
  words(name: string, maxLength?: number): string[];
  /** Lines that are not empty, trimmed. @throws as {@link Form.text} */
  lines(name: string, maxLength?: number): string[];
  /** Every value of a group of checkboxes. */
  all(name: string): string[];
  isOn(name: string): boolean;
  has(name: string): boolean;
  /** A web address, or undefined for an empty field; pages show it as a link. @throws as {@link Form.text} */
  link(name: string): string | undefined;
  /** A whole number, or undefined for an empty field. @throws DomainError `validation_failed` */
  number(name: string): number | undefined;
}

const defaultLength: number = inputLimits['form values'].characters;
const longestLink = fieldLimits.link.characters;
const mostValues = inputLimits['form values'].count;

/** `t`: translates the errors of fields. */
export function readForm(fields: URLSearchParams, t: Translate): Form {
  const typed = (name: string) => (fields.get(name) ?? '').replaceAll('\r\n', '\n');
  const exact = (name: string, maxLength = defaultLength) => {
    const value = typed(name);
    if (value.length > maxLength)
      throw invalidField(name, 'too_long', t('shell.too_long', { most: maxLength }));
    if (!isStorableText(value)) throw invalidField(name, 'not_text', t('shell.not_text'));
    return value;
  };
  const text = (name: string, maxLength?: number) => exact(name, maxLength).trim();
  const optional = (name: string, maxLength?: number) => text(name, maxLength) || undefined;
  return {
    typed,
    exact,
    text,
    required(name, maxLength) {
      const value = text(name, maxLength);
      if (value === '') throw invalidField(name, 'required', t('shell.required'));
      return value;
    },
    optional,
    words: (name, maxLength) => parts(text(name, maxLength), /[\s,]+/),
    lines: (name, maxLength) => parts(text(name, maxLength), '\n'),
    all: (name) => fields.getAll(name).slice(0, mostValues),
    isOn: (name) => fields.get(name) === 'on' || fields.get(name) === 'true',
    has: (name) => fields.has(name),
    link(name) {
      const given = optional(name, longestLink);
      const protocol = given === undefined ? undefined : URL.parse(given)?.protocol;
      // `javascript:` and the like would run when a reader follows the link
      if (given === undefined || protocol === 'https:' || protocol === 'http:') return given;
      throw invalidField(name, 'not_an_address', t('shell.no_link'));
    },
    number(name) {
      const value = text(name, 32);
      if (value === '') return undefined;
      const parsed = Number(value);
      if (!Number.isSafeInteger(parsed)) throw invalidField(name, 'not_a_number', t('shell.not_a_number'));
      return parsed;
    },
  };
}

function parts(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
