import type { Page } from '../page.ts';
import { comparePage } from './compare/page.ts';
import { fileListPage } from './files/list-page.ts';
import { filePage } from './files/page.ts';

/** The members of stored files, and the differences between versions. */
export const archivePages: readonly Page[] = [fileListPage, filePage, comparePage];
