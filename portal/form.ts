import { inputLimits } from '../domain/limits/inputs.ts';
import { DomainError } from '../domain/errors.ts';
import { isStorable } from '../domain/storable-text.ts';

/** The fields of a form as a browser sent them: texts, each bounded where it is read. */
export interface Form {
  /** Trimmed; empty where there is no such field. @throws DomainError `validation_failed` where it is too long */
  text(name: string, maxLength?: number): string;
  /** As it was typed, for passwords and long texts. @throws as {@link Form.text} */
  exact(name: string, maxLength?: number): string;
  /** {@link Form.text}, which has to be there. @throws as {@link Form.text} */
  required(name: string, maxLength?: number): string;
  /** {@link Form.text}, or undefined for an empty field. */
  optional(name: string, maxLength?: number): string | undefined;
  /** Every value of a group of checkboxes. */
  all(name: string): string[];
  isOn(name: string): boolean;
  has(name: string): boolean;
  /** A whole number, or undefined for an empty field. @throws DomainError `validation_failed` */
  number(name: string): number | undefined;
}

const defaultLength = 4_096;
const mostValues = inputLimits['form values'].count;

export function readForm(fields: URLSearchParams): Form {
  const exact = (name: string, maxLength = defaultLength) => {
    const value = (fields.get(name) ?? '').replaceAll('\r\n', '\n');
    if (value.length > maxLength)
      throw invalidField(name, 'too_long', `is longer than ${maxLength} characters`);
    if (!isStorable(value)) throw invalidField(name, 'not_text', 'has characters that no text can hold');
    return value;
  };
  const text = (name: string, maxLength?: number) => exact(name, maxLength).trim();
  return {
    exact,
    text,
    required(name, maxLength) {
      const value = text(name, maxLength);
      if (value === '') throw invalidField(name, 'required', 'is required');
      return value;
    },
    optional: (name, maxLength) => text(name, maxLength) || undefined,
    all: (name) => fields.getAll(name).slice(0, mostValues),
    isOn: (name) => fields.get(name) === 'on' || fields.get(name) === 'true',
    has: (name) => fields.has(name),
    number(name) {
      const value = text(name, 32);
      if (value === '') return undefined;
      const parsed = Number(value);
      if (!Number.isSafeInteger(parsed)) throw invalidField(name, 'not_a_number', 'is not a whole number');
      return parsed;
    },
  };
}

/** @returns DomainError `validation_failed` about one field */
export function invalidField(path: string, code: string, message: string): DomainError {
  return new DomainError('validation_failed', `${path} ${message}`, { errors: [{ path, code, message }] });
}
