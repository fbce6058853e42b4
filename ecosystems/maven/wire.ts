import type { Wire } from '../wire.ts';
import { registerRoutes } from './wire/routes.ts';

/** The layout of Maven repositories over `GET` and `PUT`. */
export const wire: Wire = { readers: [], routes: registerRoutes };
