import { inputLimits } from '../domain/limits/inputs.ts';
import type { ChessErrorCode } from './error-codes.ts';
import type { en } from './locales/en.ts';

export const locales = ['en', 'de', 'fr', 'es', 'zh-CN', 'ja', 'pt', 'ru'] as const;
export type Locale = (typeof locales)[number];

export type MessageKey = keyof typeof en;
/** A parameter that refers to another text of the catalogue. An object, as any string may be a caller's own text. */
export interface TextReference {
  readonly text: MessageKey;
}
export type MessageParams = Readonly<Record<string, string | number | TextReference>>;
/** Codes of errors whose title is in the catalogue. */
export type TitledCode = {
  [Code in ChessErrorCode]: `title.${Code}` extends MessageKey ? Code : never;
}[ChessErrorCode];
export type Catalogue = Readonly<Record<MessageKey, string>>;

/** The languages that a caller asked for. */
export interface LanguageWish {
  /** The language named by `?lang=` or a frame's member; takes precedence if it is supported. */
  lang?: string | undefined;
  /** The `Accept-Language` header (RFC 9110, section 12.5.4). */
  acceptLanguage?: string | undefined;
  fallback: Locale;
}

/** The most characters of the header that are read: browsers send under 200. */
const headerLimit = inputLimits['language header'].characters;
const tagLimit = inputLimits['language tag'].characters;

/** The language of the answer. No part of a wish causes an error: unknown parts are ignored. */
export function chooseLocale({ lang, acceptLanguage, fallback }: LanguageWish): Locale {
  const named = lang === undefined ? null : localeOf(lang);
  return named ?? (acceptLanguage ? negotiate(acceptLanguage, fallback) : null) ?? fallback;
}

/** `de-AT` is German, every `zh` is `zh-CN`; null for a language that is not bundled. */
function localeOf(tag: string): Locale | null {
  if (tag.length > tagLimit) return null;
  const [language] = tag.trim().toLowerCase().split(/[-_]/, 1);
  return locales.find((locale) => locale.split('-', 1)[0] === language) ?? null;
}

interface Range {
  tag: string;
  weight: number;
}

function negotiate(header: string, fallback: Locale): Locale | null {
  const ranges = readRanges(header);
  const refused = ranges.filter(({ weight }) => weight === 0);
  const isRefused = (locale: Locale) => refused.some(({ tag }) => covers(tag, locale));
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  const named = new Set(wanted.map(({ tag }) => localeOf(tag)));

  for (const { tag } of wanted) {
    // the star means every language that no other range names
    const candidates = tag === '*' ? [fallback, ...locales].filter((locale) => !named.has(locale)) : [tag];
    const found = candidates.map(localeOf).find((locale) => locale !== null && !isRefused(locale));
    if (found) return found;
  }
  return null;
}

/** A range with weight 0 excludes only its own languages: `de-AT;q=0` keeps German. */
function covers(tag: string, locale: Locale): boolean {
  const name = locale.toLowerCase();
  return name === tag || name.startsWith(`${tag}-`);
}

function readRanges(header: string): Range[] {
  const parts = header.slice(0, headerLimit).split(',');
  if (header.length > headerLimit) parts.pop();
  return parts.flatMap((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = weightOf(parameters);
    return tag && weight !== null ? [{ tag, weight }] : [];
  });
}

const weightText = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Null for parameters other than one weight. */
function weightOf(parameters: string[]): number | null {
  const [only, ...more] = parameters;
  if (only === undefined) return 1;
  const [, weight] = more.length > 0 ? [] : (weightText.exec(only) ?? []);
  return weight === undefined ? null : Number(weight);
}
