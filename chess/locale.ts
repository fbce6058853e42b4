import { en } from './locales/en.ts';

export const locales = ['en', 'de', 'fr', 'es', 'zh-CN', 'ja', 'pt', 'ru'] as const;
export type Locale = (typeof locales)[number];

export type MessageKey = keyof typeof en;
export type MessageParams = Readonly<Record<string, string | number>>;
export type Catalogue = Readonly<Record<MessageKey, string>>;
