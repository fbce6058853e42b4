import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** PHP packages for Composer 2: minified documents, zips, advisories and filters. */
export const composer: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
