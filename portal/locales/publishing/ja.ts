import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ja: Catalogue<typeof en> = {
  'publishing.title': 'パッケージを公開',
};
