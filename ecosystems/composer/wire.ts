import type { Wire } from '../wire.ts';
import { minifier } from './format/minified.ts';
import { registerRoutes } from './wire/routes.ts';

/** The documents for Composer 2, publishes by form, and queries of advisories and filters. */
export const wire: Wire = { readers: [minifier], routes: registerRoutes };
