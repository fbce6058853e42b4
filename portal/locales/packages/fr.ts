import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Catalogue<typeof en> = {
  'packages.readme': 'Readme',
};
