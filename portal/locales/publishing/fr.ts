import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Catalogue<typeof en> = {
  'publishing.title': 'Publier un paquet',
};
