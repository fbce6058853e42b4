import { createRepository } from './create.ts';
import { removeRepository } from './delete.ts';
import { getRepository, listOwnRepositories } from './get.ts';
import { manageRepository } from './management.ts';
import { listPackagesIn } from './packages.ts';
import { updateRepository } from './update.ts';

/** Operations on repositories, for every surface. */
export const repositories = {
  create: createRepository,
  get: getRepository,
  listOwn: listOwnRepositories,
  listPackages: listPackagesIn,
  manage: manageRepository,
  remove: removeRepository,
  update: updateRepository,
};
