import { expect, it } from 'vitest';
import { DomainError } from '../domain/errors.ts';
import { readForm } from './form.ts';
import { languageOf } from './language.ts';

const { t } = languageOf('de');
const read = (fields: Record<string, string>) => readForm(new URLSearchParams(fields), t);

function refusalOf(read: () => unknown): string {
  try {
    return `taken: ${JSON.stringify(read())}`;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.meta.errors?.map(({ path, code }) => `${path} ${code}`).join() ?? error.code;
  }
}

it('refuses values in the language of the reader, beside their field', () => {
  const form = read({ name: ' ' });

  expect(() => form.required('name')).toThrow(t('shell.required'));
  expect(t('shell.required')).not.toBe(languageOf('en').t('shell.required'));
});

it.each([
  ['required', ' ', 'field required'],
  ['required', ' a ', 'taken: "a"'],
  ['text', 'a'.repeat(5_000), 'field too_long'],
  ['text', 'a\0', 'field not_text'],
  ['number', '', 'taken: undefined'],
  ['number', '12', 'taken: 12'],
  ['number', '1.5', 'field not_a_number'],
  ['link', '', 'taken: undefined'],
  ['link', 'https://example.com/a', 'taken: "https://example.com/a"'],
  ['link', 'javascript:alert(1)', 'field not_an_address'],
  ['link', 'JAVASCRIPT:https://example.com', 'field not_an_address'],
  ['link', 'example.com', 'field not_an_address'],
] as const)('%s of %j: %s', (kind, value, outcome) => {
  expect(refusalOf(() => read({ field: value })[kind]('field'))).toBe(outcome);
});

it('gives back values as they were sent, also those that it refuses', () => {
  const value = ` ${'a'.repeat(5_000)}\0 `;

  expect(read({ field: value }).typed('field')).toBe(value);
});
