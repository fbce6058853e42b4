import type { Page } from '../page.ts';

/** Guides with the reader's own addresses, and imports. */
export const publishingPages: readonly Page[] = [];
