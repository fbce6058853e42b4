import type { Wire } from '../wire.ts';
import { registerRoutes } from './wire/routes.ts';

/** Files by `PUT` and `GET`. */
export const wire: Wire = { readers: [], routes: registerRoutes };
