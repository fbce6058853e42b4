import { transferNamespace } from './namespace.ts';
import { transferPackage } from './package.ts';
import { transferRepository } from './repository.ts';

/** Operations on transfers, for every surface. */
export const transfers = {
  namespace: transferNamespace,
  package: transferPackage,
  repository: transferRepository,
};
