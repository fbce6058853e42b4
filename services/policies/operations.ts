import { dryRunPolicy, getPolicy, putPolicy } from './manage.ts';

/** Operations on policies, for every surface. */
export const policies = {
  get: getPolicy,
  put: putPolicy,
  dryRun: dryRunPolicy,
};
