import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** Plain files under a name and a version, for `curl` and scripts. */
export const generic: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
};
