import { changeAccount, getAccount, listAccounts } from './administer.ts';
import { erasePerson, openPersonalData } from './personal-data.ts';
import {
  getPublicProfile,
  listPackagesOf,
  listRepositoriesOf,
  updateOwnProfile,
  updateProfileNamed,
} from './profile.ts';
import { findQuotaOwner, getQuotas, setQuotas } from './quotas.ts';

/** Operations on users, as seen by other users and by administrators, for every surface. */
export const users = {
  findQuotaOwner,
  getQuotas,
  setQuotas,
  listAccounts,
  getAccount,
  changeAccount,
  openPersonalData,
  erasePerson,
  getPublicProfile,
  updateOwnProfile,
  updateProfileNamed,
  listPackagesOf,
  listRepositoriesOf,
};
