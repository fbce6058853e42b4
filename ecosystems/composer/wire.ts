import type { Wire } from '../wire.ts';
import { minifier } from './format/minified.ts';
import { registerRoutes } from './wire/routes.ts';

/** What Composer 2 reads, publishes by form, and questions about advisories and filters. */
export const wire: Wire = { readers: [minifier], routes: registerRoutes };
