import type { Page } from '../page.ts';
import { importPage } from './publish/import-page.ts';
import { publishListPage } from './publish/list-page.ts';
import { publishPage } from './publish/page.ts';
import { settingsPage } from './settings/page.ts';

/** Settings of packages, guides with the reader's own addresses, and imports. */
export const publishingPages: readonly Page[] = [publishListPage, publishPage, importPage, settingsPage];
