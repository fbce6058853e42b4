import { searchPackages } from './search-packages.ts';
import { suggestPackages } from './suggest.ts';

/** Search: what every surface may ask for. */
export const search = {
  packages: searchPackages,
  suggest: suggestPackages,
};
