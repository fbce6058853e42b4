import type { Page } from '../page.ts';
import { settingsPage } from './settings/page.ts';

/** Settings of packages, guides with the reader's own addresses, and imports. */
export const publishingPages: readonly Page[] = [settingsPage];
