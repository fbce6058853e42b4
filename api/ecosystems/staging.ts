import type { Staging } from '../../ecosystems/context/staging.ts';
import { actUnder } from '../../services/identity/oidc/act-under.ts';
import { discardFile, getFile, listFiles, listHeld, stageFile } from '../../services/staging/files.ts';
import {
  createGroup,
  getGroup,
  listGroupsByRelease,
  listMembers,
  listOwnGroups,
  putMember,
  removeGroup,
  renameOwnGroup,
  takeMember,
} from '../../services/staging/groups.ts';
import {
  approveStaged,
  discardStaged,
  getStaged,
  getStagedArtifact,
  getStagedById,
  listStaged,
  listStagedFindings,
} from '../../services/staging/releases.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** Releases that nobody has seen yet, what waits with them and their groups, bound to one ecosystem. */
export function bindStaging({ deps, ecosystem }: BoundEcosystem): Staging {
  return {
    releases: {
      list: (caller, window) => listStaged(deps, caller, ecosystem, window),
      get: (caller, name, version) => getStaged(deps, caller, { ecosystem, name, version }),
      getById: (caller, id) => getStagedById(deps, caller, { ecosystem, id }),
      approve: (caller, name, version) => approveStaged(deps, caller, { ecosystem, name, version }),
      async send(caller, reply, name, version) {
        const file = await getStagedArtifact(deps, caller, { ecosystem, name, version });
        return deps.sendArtifact(reply, file, false);
      },
      listOpenFindings: (caller, name, version) =>
        listStagedFindings(deps, caller, { ecosystem, name, version }),
      discard: (caller, name, version) => discardStaged(deps, caller, { ecosystem, name, version }),
    },
    files: {
      async stage(command) {
        const caller = await actUnder(deps.pool, command.caller, ecosystem, command.declared.name);
        return stageFile(deps, ecosystem, { ...command, caller });
      },
      list: (caller, kind, window) => listFiles(deps, caller, { ecosystem, kind }, window),
      get: (caller, kind, name, version) => getFile(deps, caller, { ecosystem, kind, name, version }),
      listHeld: (caller, name, version) => listHeld(deps, caller, { ecosystem, name, version }),
      discard: (caller, kind, name, version) => discardFile(deps, caller, { ecosystem, kind, name, version }),
    },
    groups: {
      create: (caller, { id, name }) => createGroup(deps, caller, { ecosystem, id }, name),
      list: (caller, window) => listOwnGroups(deps, caller, ecosystem, window),
      get: (caller, id) => getGroup(deps, caller, { ecosystem, id }),
      listMembers: (caller, id) => listMembers(deps, caller, { ecosystem, id }),
      rename: (caller, id, name) => renameOwnGroup(deps, caller, { ecosystem, id }, name),
      remove: (caller, id) => removeGroup(deps, caller, { ecosystem, id }),
      put: (caller, id, name, version) => putMember(deps, caller, { ecosystem, id }, { name, version }),
      take: (caller, id, name, version) => takeMember(deps, caller, { ecosystem, id }, { name, version }),
      listOf: (releaseIds) => listGroupsByRelease(deps, releaseIds),
    },
  };
}
