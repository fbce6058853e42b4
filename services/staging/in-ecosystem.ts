import type { Artifact } from '../../domain/release.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Staging } from '../../ecosystems/context/staging.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Platform } from '../platform.ts';
import { discardFile, getFile, listFiles, listHeld, stageFile } from './files.ts';
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
} from './groups.ts';
import {
  approveStaged,
  discardStaged,
  getStaged,
  getStagedArtifact,
  getStagedById,
  listStaged,
  listStagedFindings,
} from './releases.ts';
import { enterOrDiscard } from '../publishing/enter.ts';
import { bind, bindVersion, bindWithin } from '../bind.ts';

/** Operations on invisible releases for the protocol of one ecosystem, except the transfer of their bytes. */
export interface StagingServices extends Omit<Staging, 'releases'> {
  releases: Omit<Staging['releases'], 'send'> & {
    /** The file to send. @throws DomainError `unauthenticated`, `not_found` */
    getArtifact(caller: Caller, name: string, version: string): Promise<Artifact>;
  };
}

/** Invisible releases, their waiting files and their groups, for the protocol of one ecosystem. */
export function createStaging(platform: Platform, ecosystem: Format): StagingServices {
  return {
    releases: {
      ...bindWithin(platform, ecosystem, { list: listStaged }),
      ...bindVersion(platform, ecosystem, {
        get: getStaged,
        approve: approveStaged,
        getArtifact: getStagedArtifact,
        listOpenFindings: listStagedFindings,
        discard: discardStaged,
      }),
      getById: (caller, id) => getStagedById(platform, caller, { ecosystem, id }),
    },
    files: {
      ...bindVersion(platform, ecosystem, { listHeld }),
      async stage(command) {
        return stageFile(platform, ecosystem, await enterOrDiscard(platform, ecosystem, command));
      },
      list: (caller, kind, window) => listFiles(platform, caller, { ecosystem, kind }, window),
      get: (caller, kind, name, version) => getFile(platform, caller, { ecosystem, kind, name, version }),
      discard: (caller, kind, name, version) =>
        discardFile(platform, caller, { ecosystem, kind, name, version }),
    },
    groups: {
      ...bindWithin(platform, ecosystem, { list: listOwnGroups }),
      ...bind(platform, { listOf: listGroupsByRelease }),
      create: (caller, { id, name }) => createGroup(platform, caller, { ecosystem, id }, name),
      get: (caller, id) => getGroup(platform, caller, { ecosystem, id }),
      listMembers: (caller, id) => listMembers(platform, caller, { ecosystem, id }),
      rename: (caller, id, name) => renameOwnGroup(platform, caller, { ecosystem, id }, name),
      remove: (caller, id) => removeGroup(platform, caller, { ecosystem, id }),
      put: (caller, id, name, version) => putMember(platform, caller, { ecosystem, id }, { name, version }),
      take: (caller, id, name, version) => takeMember(platform, caller, { ecosystem, id }, { name, version }),
    },
  };
}
