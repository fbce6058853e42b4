import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ru: Catalogue<typeof en> = {
  'publishing.title': 'Опубликовать пакет',
};
