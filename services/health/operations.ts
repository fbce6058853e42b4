import { showOverview } from './overview.ts';

/** Operations on the state of the whole, for every surface. */
export const health = {
  showOverview,
};
