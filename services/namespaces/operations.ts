import { claimNamespace } from './claim.ts';
import { listNamespaces, lookUpNamespace } from './claims.ts';
import { getNamespace, listPackagesUnder } from './get.ts';
import { addKey, listKeys, removeKey } from './keys.ts';
import { findProvenNamespace } from './proven.ts';
import { releaseNamespace } from './release.ts';
import { beginVerification, checkVerification } from './verify.ts';

/** Operations on namespaces, for every surface. */
export const namespaces = {
  addKey,
  beginVerification,
  checkVerification,
  claim: claimNamespace,
  findProven: findProvenNamespace,
  get: getNamespace,
  release: releaseNamespace,
  listKeys,
  list: listNamespaces,
  listPackages: listPackagesUnder,
  lookUp: lookUpNamespace,
  removeKey,
};
