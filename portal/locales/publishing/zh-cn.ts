import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const zhCn: Catalogue<typeof en> = {
  'publishing.title': '发布软件包',
};
