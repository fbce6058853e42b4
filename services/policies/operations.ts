import { dryRunPolicy, getPolicy, putPolicy } from './manage.ts';

/** Policies: what every surface may ask for. */
export const policies = {
  get: getPolicy,
  put: putPolicy,
  dryRun: dryRunPolicy,
};
