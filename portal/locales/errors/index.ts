import type { Area } from '../catalogue.ts';
import { en } from './en.ts';
import { de } from './de.ts';
import { fr } from './fr.ts';
import { es } from './es.ts';
import { zhCn } from './zh-cn.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';

/** A sentence for each error code, and for the codes of single fields. */
export const errors: Area<typeof en> = { en, de, fr, es, 'zh-CN': zhCn, ja, pt, ru };
