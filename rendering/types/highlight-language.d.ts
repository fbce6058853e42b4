import type { Language } from './highlight.d.ts';

declare const language: Language;
// oxlint-disable-next-line import/no-default-export -- it is the package's
export default language;
