import { changeAccount, listAccounts } from './administer.ts';
import { getPublicProfile, listPackagesOf, updateOwnProfile, updateProfileNamed } from './profile.ts';
import { getQuotas, setQuotas } from './quotas.ts';

/** Operations on people, as others and administrators see them, for every surface. */
export const users = {
  getQuotas,
  setQuotas,
  listAccounts,
  changeAccount,
  getPublicProfile,
  updateOwnProfile,
  updateProfileNamed,
  listPackagesOf,
};
