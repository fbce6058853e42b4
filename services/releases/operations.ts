import { compareReleases } from './compare.ts';
import { decideFile, decideRelease } from './decide.ts';
import { getArtifact, getRelease, listArtifacts, listBuilds, listReleases, releasePageOf } from './get.ts';
import { holdRelease } from './hold.ts';
import { inspectHeld } from './inspect-held.ts';
import { listHeldOfOrganization, listHeldReleases } from './list-held.ts';
import { deleteRelease, deprecateRelease } from './manage-release.ts';
import { deleteMany, deprecateMany, yankMany } from './many.ts';
import { listNewest, listNewestOfPackage } from './newest.ts';
import { readmeOf } from './readme.ts';
import { promoteRelease } from './promote.ts';
import { listFileReviews, reviewFile, reviewRelease } from './review.ts';
import { rightsOn } from './rights.ts';
import { standingOf } from './standing.ts';
import { listVariants } from './variants.ts';
import { yankRelease } from './yank.ts';

/** Operations on releases, for every surface. */
export const releases = {
  standingOf,
  getArtifact,
  listArtifacts,
  listBuilds,
  decide: decideRelease,
  decideFile,
  reviewFile,
  get: getRelease,
  hold: holdRelease,
  listHeld: listHeldReleases,
  listHeldOfOrganization,
  inspectHeld,
  list: listReleases,
  listNewest,
  listNewestOfPackage,
  pageOf: releasePageOf,
  readmeOf,
  compare: compareReleases,
  promote: promoteRelease,
  review: reviewRelease,
  listFileReviews,
  listVariants,
  rightsOn,
  deprecate: deprecateRelease,
  delete: deleteRelease,
  yank: yankRelease,
  yankMany,
  deprecateMany,
  deleteMany,
};
