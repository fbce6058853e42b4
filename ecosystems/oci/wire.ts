import type { Wire } from '../wire.ts';
import { parts } from './format/parts.ts';
import { manifestReader } from './wire/manifest-reader.ts';
import { registerRootRoutes, registerRoutes } from './wire/routes.ts';

/** The distribution protocol of container clients. */
export const wire: Wire = {
  readers: [manifestReader, parts.reader],
  routes: registerRoutes,
  rootRoutes: registerRootRoutes,
};
