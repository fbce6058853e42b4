import { describe, expect, test } from 'vitest';
import { locales, type Locale, type MessageKey } from './locale.ts';
import { en } from './locales/en.ts';
import { render } from './messages.ts';

const keys = Object.keys(en) as MessageKey[];
const others = locales.filter((locale) => locale !== 'en');
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort((a, b) => a.localeCompare(b));

/** Texts that are the same as in English. */
const sameAsEnglish: Partial<Record<Locale, readonly MessageKey[]>> = {
  de: ['game_ended'],
};

describe.each(others)('the texts in %s', (locale) => {
  test('have the placeholders of the English texts', () => {
    const different = keys.filter(
      (key) => placeholders(render(locale, key)).join() !== placeholders(en[key]).join(),
    );

    expect(different).toEqual([]);
  });

  test('are there, without a stray brace or space', () => {
    const texts = keys.map((key) => render(locale, key).replaceAll(/\{\w+\}/g, 'x'));

    expect(texts.filter((text) => !/\S/.test(text) || /[{}]|\s{2}/.test(text))).toEqual([]);
  });

  test('are translated', () => {
    const same = keys.filter((key) => render(locale, key) === en[key]);

    expect(same).toEqual(sameAsEnglish[locale] ?? []);
  });

  test('are written in its own script', () => {
    const script = {
      'zh-CN': /\p{Script=Han}/u,
      ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
      ru: /\p{Script=Cyrillic}/u,
    };
    const expected = script[locale as keyof typeof script] ?? /\p{Script=Latin}/u;
    const worded = keys.filter((key) => key !== 'game_ended');

    expect(worded.filter((key) => !expected.test(render(locale, key).replaceAll(/\{\w+\}/g, '')))).toEqual(
      [],
    );
  });
});

describe.each(locales)('a number in %s', (locale) => {
  /** Texts with a count, which can be one. */
  const counts: readonly MessageKey[] = [
    'game_loaded',
    'error.claim_fifty',
    'error.busy',
    'error.review_busy',
    'error.too_many_games',
  ];

  test('stands where its noun needs no plural', () => {
    const hasPlurals = !['ja', 'zh-CN'].includes(locale);
    const inflected = counts.filter((key) => /\{\w+\} \p{Alphabetic}/u.test(render(locale, key)));

    expect(hasPlurals ? inflected : []).toEqual([]);
  });
});

describe('a rendered text', () => {
  test.each<[Locale, string]>([
    ['en', 'White played Nf3'],
    ['de', 'Weiß spielte Nf3'],
    ['fr', 'Coup des Blancs : Nf3'],
    ['es', 'Las blancas jugaron Nf3'],
    ['pt', 'As brancas jogaram Nf3'],
    ['ru', 'Сходили белые: Nf3'],
    ['zh-CN', '白方走了 Nf3'],
    ['ja', '白が Nf3 と指しました'],
  ])('in %s takes a parameter that names another text', (locale, expected) => {
    expect(render(locale, 'move_made', { side: { text: 'side.white' }, san: 'Nf3' })).toBe(expected);
  });

  test.each<[Locale, string]>([
    ['de', 'Patt: Remis'],
    ['fr', 'Pat. Partie nulle'],
    ['es', 'Rey ahogado. Tablas'],
    ['pt', 'Rei afogado. Empate'],
    ['ru', 'Пат. Ничья'],
    ['zh-CN', '逼和\uff1a和棋'],
    ['ja', 'ステイルメイト。ドロー'],
  ])('in %s says how a game ended', (locale, expected) => {
    const params = { reason: { text: 'reason.Stalemate' }, result: { text: 'result.Draw' } } as const;

    expect(render(locale, 'game_ended', params)).toBe(expected);
  });

  test.each<[string, string]>([
    ['@side.white', 'Unbekannte Aktion @side.white; bekannt sind resign'],
    ['side.white', 'Unbekannte Aktion side.white; bekannt sind resign'],
    ['@error.busy', 'Unbekannte Aktion @error.busy; bekannt sind resign'],
    ['{allowed}', 'Unbekannte Aktion {allowed}; bekannt sind resign'],
    ['$&', 'Unbekannte Aktion $&; bekannt sind resign'],
  ])('leaves what a caller wrote alone: %s', (action, expected) => {
    expect(render('de', 'error.unknown_action', { action, allowed: 'resign' })).toBe(expected);
  });

  test('shows a placeholder without a value', () => {
    expect(render('en', 'error.game_not_found', {})).toBe('There is no game {id}');
  });
});
