import { changeAccount, listAccounts } from './administer.ts';
import { getPublicProfile, listPackagesOf, updateOwnProfile, updateProfileNamed } from './profile.ts';
import { getQuotas, setQuotas } from './quotas.ts';

/** People, as others and administrators see them: what every surface may ask for. */
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
