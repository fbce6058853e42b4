import { putMember, removeMember, transferOrganization } from './change-members.ts';
import { createOrganization } from './create.ts';
import { removeOrganization } from './delete.ts';
import { foreseeRemoval } from './foresee-removal.ts';
import { getOrganization } from './get.ts';
import { listOwnOrganizations, listPackagesOf, listRepositoriesOf } from './holdings.ts';
import { listMembers, searchMembers } from './members.ts';
import { assertOwnPackage } from './own-package.ts';
import { findWorkspace, openWorkspace } from './sections.ts';
import { listTeamAccess, setTeamAccess } from './team-access.ts';
import { addTeamMember, listTeamMembers, removeTeamMember } from './team-members.ts';
import { getTeam } from './team-view.ts';
import { createTeam, listTeams, removeTeam, updateTeam } from './teams.ts';
import { updateOrganization } from './update.ts';
import { getCoverage, getWorkspace, listOwnMemberships } from './workspace.ts';

/** Operations on organizations, their members and teams, for every surface. */
export const organizations = {
  create: createOrganization,
  get: getOrganization,
  listOwn: listOwnOrganizations,
  listRepositoriesOf,
  listPackagesOf,
  remove: removeOrganization,
  foreseeRemoval,
  listMembers,
  searchMembers,
  putMember,
  removeMember,
  listTeamAccess,
  setTeamAccess,
  listTeamMembers,
  addTeamMember,
  removeTeamMember,
  listTeams,
  getTeam,
  createTeam,
  updateTeam,
  removeTeam,
  transfer: transferOrganization,
  update: updateOrganization,
  getWorkspace,
  assertOwnPackage,
  findWorkspace,
  openWorkspace,
  getCoverage,
  listOwnMemberships,
};
