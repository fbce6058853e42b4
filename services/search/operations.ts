import { searchPackages } from './search-packages.ts';

/** Search: what every surface may ask for. */
export const search = {
  packages: searchPackages,
};
