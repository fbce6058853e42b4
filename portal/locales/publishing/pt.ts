import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const pt: Catalogue<typeof en> = {
  'publishing.title': 'Publicar um pacote',
};
