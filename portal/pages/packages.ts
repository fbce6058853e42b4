import type { Page } from '../page.ts';
import { feedPage } from './feed/page.ts';
import { movedPages } from './package/moved-pages.ts';
import { packagePage } from './package/page.ts';
import { searchPage } from './search/page.ts';
import { suggestPage } from './search/suggest-page.ts';
import { versionPage } from './version/page.ts';

/** Search, packages, versions, their files, feeds and settings. */
export const packagePages: readonly Page[] = [
  searchPage,
  suggestPage,
  feedPage,
  packagePage,
  versionPage,
  ...movedPages,
];
