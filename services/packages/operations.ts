import { findMount } from './mount.ts';
import { listActivity } from './activity.ts';
import { archivePackage } from './archive.ts';
import { createPackage } from './create.ts';
import { listDependencies, listDependents } from './dependencies.ts';
import { countDownloads } from './downloads.ts';
import { lookUpPurl } from './lookup.ts';
import { changeMaintainers } from './maintainers.ts';
import { managementOf } from './management.ts';
import { getPackageFront } from './front.ts';
import { getPackagePage, pageOf } from './page.ts';
import { assignTag, dropTag, listTagsWithTimes } from './tag-page.ts';
import { findTag } from './tags.ts';
import { addTrustedPublishers, listTrustedPublishers, removeTrustedPublisher } from './trusted-publishers.ts';
import { updatePackage } from './update.ts';

/** Operations on packages, for every surface. */
export const packages = {
  findMount,
  lookUpPurl,
  archive: archivePackage,
  create: createPackage,
  listActivity,
  listDependencies,
  listDependents,
  countDownloads,
  getFront: getPackageFront,
  getPage: getPackagePage,
  manage: managementOf,
  changeMaintainers,
  findTag,
  listTagsWithTimes,
  assignTag,
  dropTag,
  pageOf,
  addTrustedPublishers,
  removeTrustedPublisher,
  listTrustedPublishers,
  update: updatePackage,
};
