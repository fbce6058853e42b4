import type { Locale } from '../chess/locale.ts';
import { catalogues, type TextKey } from './locales/index.ts';

export type Params = Readonly<Record<string, string | number>>;
/** A text of the catalogue; numbers have the format of the language. */
export type Translate = (key: TextKey, params?: Params) => string;

/** Texts, dates and numbers in one language. */
export interface Language {
  readonly locale: Locale;
  readonly t: Translate;
  number(value: number): string;
  /** Bytes in human units. */
  size(bytes: number): string;
  /** "3 days ago". */
  ago(time: Date, now?: Date): string;
  /** Date and time to the minute, UTC. */
  time(time: Date): string;
  date(time: Date): string;
}

const made = new Map<Locale, Language>();

/** The language of a locale; created once per locale. */
export function languageOf(locale: Locale): Language {
  const known = made.get(locale) ?? createLanguage(locale);
  made.set(locale, known);
  return known;
}

function createLanguage(locale: Locale): Language {
  const texts = catalogues[locale];
  const number = new Intl.NumberFormat(locale);
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const minute = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shown = (value: string | number | undefined) =>
    typeof value === 'number' ? number.format(value) : (value ?? '');
  return {
    locale,
    t: (key, params = {}) => texts[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(params[name])),
    number: (value) => number.format(value),
    size(bytes) {
      const step = Math.min(sizes.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
      return `${short.format(bytes / 1024 ** step)} ${sizes[step] ?? 'B'}`;
    },
    ago(time, now = new Date()) {
      const seconds = (time.getTime() - now.getTime()) / 1_000;
      const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      // completed units for the past, rounded ones for the future: 90 days less a second are three months
      const amount = seconds / length;
      return relative.format(seconds < 0 ? Math.trunc(amount) : Math.round(amount), unit);
    },
    time: (time) => `${minute.format(time)} UTC`,
    date: (time) => day.format(time),
  };
}

const sizes = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
