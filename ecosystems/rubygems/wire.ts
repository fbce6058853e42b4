import type { Wire } from '../wire.ts';
import { registerRoutes } from './wire/routes.ts';
import { specificationReader } from './wire/peek.ts';

/** The compact index, the older indexes, and the API of the gem command. */
export const wire: Wire = { readers: [specificationReader], routes: registerRoutes };
