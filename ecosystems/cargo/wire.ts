import type { Wire } from '../wire.ts';
import { metadataReader } from './wire/metadata-reader.ts';
import { registerRoutes } from './wire/routes.ts';

/** The sparse index and the web API of Cargo. */
export const wire: Wire = {
  readers: [metadataReader],
  routes: registerRoutes,
};
