import type { Catalogue, Locale, MessageKey, MessageParams } from './locale.ts';
import { de } from './locales/de.ts';
import { en } from './locales/en.ts';
import { es } from './locales/es.ts';
import { fr } from './locales/fr.ts';
import { ja } from './locales/ja.ts';
import { pt } from './locales/pt.ts';
import { ru } from './locales/ru.ts';
import { zhCn } from './locales/zh-cn.ts';

const catalogues: Readonly<Record<Locale, Catalogue>> = { en, de, fr, es, 'zh-CN': zhCn, ja, pt, ru };

const placeholder = /\{(\w+)\}/g;

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}

/** A sentence in a language. A parameter may name another text: `{ text: 'side.white' }`. */
export function render(locale: Locale, key: MessageKey, params: MessageParams = {}): string {
  const catalogue = catalogues[locale];
  return catalogue[key].replaceAll(placeholder, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'object' ? catalogue[value.text] : `${value}`;
  });
}
