import type { Catalogue, Locale, MessageKey, MessageParams } from './locale.ts';
import { en } from './locales/en.ts';

const catalogues: Readonly<Partial<Record<Locale, Catalogue>>> = { en };

const placeholder = /\{(\w+)\}/g;

/** A sentence in a language. A parameter that starts with `@` names another text: `@side.white`. */
export function render(locale: Locale, key: MessageKey, params: MessageParams = {}): string {
  const catalogue = catalogues[locale] ?? en;
  return catalogue[key].replaceAll(placeholder, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'string' && value.startsWith('@')
      ? catalogue[value.slice(1) as MessageKey]
      : `${value}`;
  });
}
