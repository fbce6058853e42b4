import type { Wire } from '../wire.ts';
import { identityReader } from './wire/peek.ts';
import { routes } from './wire/routes.ts';

/** The V3 protocol of NuGet. */
export const wire: Wire = {
  readers: [identityReader],
  routes,
};
