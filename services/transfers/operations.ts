import { transferNamespace } from './namespace.ts';
import { transferPackage } from './package.ts';
import { transferRepository } from './repository.ts';

/** Transfers: what every surface may ask for. */
export const transfers = {
  namespace: transferNamespace,
  package: transferPackage,
  repository: transferRepository,
};
