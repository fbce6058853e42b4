import { searchPackages } from './search-packages.ts';
import { suggestPackages } from './suggest.ts';

/** Operations of the search, for every surface. */
export const search = {
  packages: searchPackages,
  suggest: suggestPackages,
};
