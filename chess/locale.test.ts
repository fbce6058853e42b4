import { describe, expect, test } from 'vitest';
import { chooseLocale, type Locale } from './locale.ts';

describe('the language asked for by name', () => {
  test.each<[string, Locale]>([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_at', 'de'],
    ['pt-BR', 'pt'],
    ['zh', 'zh-CN'],
    ['zh-TW', 'zh-CN'],
    ['zh-Hant-HK', 'zh-CN'],
    ['ja-JP', 'ja'],
    ['en-US', 'en'],
    [' fr ', 'fr'],
  ])('%j is answered in %s', (lang, expected) => {
    expect(chooseLocale({ lang, acceptLanguage: 'es', fallback: 'ru' })).toBe(expected);
  });

  test.each(['', 'xx', 'german', 'd', '*', 'de'.padEnd(100_000, '-x'), '__proto__', '\u0000'])(
    'is passed over when there is none such, case %#',
    (lang) => {
      expect(chooseLocale({ lang, acceptLanguage: 'es', fallback: 'ru' })).toBe('es');
      expect(chooseLocale({ lang, fallback: 'ru' })).toBe('ru');
    },
  );
});

describe('the header', () => {
  test.each<[string, Locale]>([
    ['de', 'de'],
    ['de-AT, en;q=0.5', 'de'],
    ['en;q=0.5, de-AT', 'de'],
    ['fr;q=0.3,es;q=0.8,pt-BR;q=0.7', 'es'],
    ['xx, yy;q=0.9, ja;q=0.1', 'ja'],
    ['es, fr', 'es'],
    ['zh-Hans-CN', 'zh-CN'],
    ['ES ; Q=0.5 , FR ; Q=0.6', 'fr'],
    // an unsupported language
    ['', 'ru'],
    ['xx, yy', 'ru'],
    [',,;,', 'ru'],
    // the star means every language that is not named
    ['*', 'ru'],
    ['xx, *;q=0.1', 'ru'],
    ['ru;q=0.1, *', 'en'],
    ['ru;q=0.1, en;q=0.2, *', 'de'],
    ['ru;q=0, *', 'en'],
    ['de;q=0.9, *;q=0.5', 'de'],
    // weight 0 excludes a language
    ['de;q=0, es;q=0.1', 'es'],
    ['de;q=0', 'ru'],
    ['de;q=0.000, de-AT', 'ru'],
    ['de-AT;q=0, de;q=0.5', 'de'],
    ['zh-TW;q=0, zh;q=0.5', 'zh-CN'],
    ['zh;q=0, zh-CN', 'ru'],
    ['*;q=0, es;q=0.2', 'es'],
    ['*;q=0', 'ru'],
    // a range with an invalid weight is ignored
    ['de;q=2, es;q=0.1', 'es'],
    ['de;q=-1, es;q=0.1', 'es'],
    ['de;q=0.1234, es;q=0.1', 'es'],
    ['de;q=, es;q=0.1', 'es'],
    ['de;level=1, es;q=0.1', 'es'],
    ['de;q=1;q=1, es;q=0.1', 'es'],
    ['de;q=1.000, es;q=0.999', 'de'],
  ])('%j is answered in %s', (acceptLanguage, expected) => {
    expect(chooseLocale({ acceptLanguage, fallback: 'ru' })).toBe(expected);
  });

  test('is read up to a limit, whole ranges only', () => {
    const filled = 'xx,'.repeat(341);

    expect(chooseLocale({ acceptLanguage: `es;q=0.1,${filled}de`, fallback: 'ru' })).toBe('es');
    expect(chooseLocale({ acceptLanguage: `${filled}${'de'.padEnd(20, '-x')}`, fallback: 'ru' })).toBe('ru');
  });

  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['spaces', ' '],
    ['weights', ';q=0.1'],
    ['ranges', 'a-b;q=0.1,'],
  ])('of a million %s is passed over at once', (_, piece) => {
    const acceptLanguage = piece.repeat(1_000_000);
    const start = performance.now();

    expect(chooseLocale({ acceptLanguage, fallback: 'ja' })).toBe('ja');
    expect(performance.now() - start).toBeLessThan(100);
  });
});
