import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { locales } from '../chess/locale.ts';
import { chessError } from '../chess/errors.ts';
import { localizeError } from '../chess/error-text.ts';
import { aboutInput, DomainError, type ErrorCode, errorFacts } from '../domain/errors.ts';
import { findPasswordProblems } from '../domain/password.ts';
import { atFields, errorWords, fieldWords, invalidField, showWords } from './error-words.ts';
import { html } from './html.ts';
import { languageOf } from './language.ts';
import { errors } from './locales/errors/index.ts';

// every member of the list is a code
const codes = Object.keys(errorFacts) as ErrorCode[];
const german = languageOf('de');
const shown = (words: Parameters<typeof showWords>[0]) => renderToString(html`<p>${showWords(words)}</p>`);

describe.each(locales.filter((locale) => locale !== 'en'))('in %s', (locale) => {
  const language = languageOf(locale);

  it.each(codes)('%s has a sentence, with the words of the service behind it', (code) => {
    const { sentence, english } = errorWords(language, new DomainError(code, 'why it is refused'));

    expect(sentence).toBe(errors[locale][`errors.${code}`]);
    expect(sentence).toMatch(/[.。]$/);
    expect(sentence).not.toBe(errors.en[`errors.${code}`]);
    expect(english).toBe('why it is refused');
  });

  it('has a sentence of its own for each code', () => {
    const sentences = Object.values(errors[locale]);

    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

it('shows what a service says in English alone where that is the language', () => {
  const error = new DomainError('slug_taken', 'the slug is <taken>', {
    errors: [{ path: 'slug', code: 'invalid', message: 'is taken' }],
  });

  expect(errorWords(languageOf('en'), error)).toEqual({ sentence: 'the slug is <taken>' });
  expect(fieldWords(languageOf('en'), error)).toEqual([{ path: 'slug', sentence: 'is taken' }]);
});

it('marks the English words as English', () => {
  const error = new DomainError('slug_taken', 'the slug is <taken>');

  expect(shown(errorWords(german, error))).toBe(
    '<p>Dieses Kürzel ist schon vergeben. (<span lang="en">the slug is &lt;taken></span>)</p>',
  );
});

it('leaves sentences as they are that have the language of the reader', () => {
  const ofPage = invalidField('name', 'required', german.t('shell.required'));
  const ofChess = localizeError(chessError('game_not_found', 'error.game_not_found', { id: '1' }), 'de');

  expect(errorWords(german, ofPage)).toEqual({ sentence: 'name wird benötigt' });
  expect(fieldWords(german, ofPage)).toEqual([{ path: 'name', sentence: 'wird benötigt' }]);
  expect(errorWords(german, ofChess)).toEqual({ sentence: ofChess.detail });
});

it('has sentences for every fault of a password', () => {
  const person = { username: 'margrethe', email: 'margrethe@example.com' };
  const faults = [person.username, person.email, 'x'.repeat(2_000), 'password1234'].flatMap((password) =>
    findPasswordProblems(password, person),
  );

  const words = fieldWords(german, new DomainError('validation_failed', 'no', { errors: faults }));

  expect(new Set(faults.map(({ code }) => code)).size).toBe(5);
  for (const { sentence } of words) expect(sentence).not.toBe(german.t('errors.field_invalid'));
});

it.each([
  ['unknown', 'errors.field_unknown'],
  ['not_found', 'errors.not_found'],
  // the code of a validator
  ['too_small', 'errors.field_invalid'],
  ['__proto__', 'errors.field_invalid'],
] as const)('says of the code %s of a field what %s says', (code, key) => {
  const error = new DomainError('validation_failed', 'no', { errors: [{ path: 'a', code, message: 'b' }] });

  expect(fieldWords(german, error)).toEqual([{ path: 'a', sentence: german.t(key), english: 'b' }]);
});

describe('refusals at the fields of a form', () => {
  const refused = async (table: Parameters<typeof atFields>[0], error: DomainError) =>
    fieldWords(german, await atFields(table, Promise.reject(error)).catch((thrown: DomainError) => thrown));

  it('keep the code of the service', async () => {
    const error = new DomainError('duplicate', 'the key is known');

    expect(await refused({ codes: { duplicate: 'armored' } }, error)).toEqual([
      { path: 'armored', sentence: 'Das gibt es schon.', english: 'the key is known' },
    ]);
  });

  it('are where the form has the member that the service names', async () => {
    const error = aboutInput('new_password', new DomainError('validation_failed', 'it is too short'));
    const table = { members: { new_password: 'password' }, codes: { validation_failed: 'name' } } as const;

    expect(await refused(table, error)).toMatchObject([{ path: 'password', english: 'it is too short' }]);
  });

  it('are none of a field where the code is about more', async () => {
    expect(await refused({ codes: { duplicate: 'armored' } }, new DomainError('forbidden', 'no'))).toEqual(
      [],
    );
  });
});
