import type { Page } from '../page.ts';
import { errorCodePage } from './error-code/page.ts';
import { docsPage, documentPage } from './docs/page.ts';
import { homePage } from './home/page.ts';
import { statusPage } from './status/page.ts';

/** The front page, documents, errors, the state of the service. */
export const sitePages: readonly Page[] = [homePage, docsPage, documentPage, errorCodePage, statusPage];
