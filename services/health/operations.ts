import { showOverview } from './overview.ts';

/** Operations on the health of the whole service, for every surface. */
export const health = {
  showOverview,
};
