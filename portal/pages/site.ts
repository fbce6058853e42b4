import type { Page } from '../page.ts';
import { homePage } from './home/page.ts';

/** The front page, documents, errors, the state of the service. */
export const sitePages: readonly Page[] = [homePage];
