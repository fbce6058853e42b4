import type { Locale } from '../../chess/locale.ts';

/** The texts of one area in one language, with all keys of English. */
export type Catalogue<English> = Readonly<Record<keyof English, string>>;

/** One area in every language. */
export type Area<English> = Readonly<Record<Locale, Catalogue<English>>>;
