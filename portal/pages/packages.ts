import type { Page } from '../page.ts';

/** Search, packages, versions, their files, feeds and settings. */
export const packagePages: readonly Page[] = [];
