import type { Wire } from '../wire.ts';
import { registerRoutes } from './wire/routes.ts';
import { registerRootRoutes } from './wire/trusted-publishing.ts';

/** The simple index, uploads, and tokens for builds. */
export const wire: Wire = { readers: [], routes: registerRoutes, rootRoutes: registerRootRoutes };
