import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const es: Catalogue<typeof en> = {
  'publishing.title': 'Publicar un paquete',
};
