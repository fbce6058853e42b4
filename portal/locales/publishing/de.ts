import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const de: Catalogue<typeof en> = {
  'publishing.title': 'Ein Paket veröffentlichen',
};
