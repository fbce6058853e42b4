import { DomainError, notFound } from '../../domain/errors.ts';
import type { Releases } from '../../ecosystems/context/releases.ts';
import {
  listAbout,
  listDenied,
  listEntries,
  listVersions,
  listWithheld,
  readMember,
} from '../../services/packages/listings.ts';
import { deleteReleases } from '../../services/releases/delete.ts';
import { deprecateReleases } from '../../services/releases/deprecate.ts';
import { findPublishedRelease } from '../../services/releases/get.ts';
import { yankRelease } from '../../services/releases/yank.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

const hides = { yank: true, unyank: false, unlist: true, relist: false } as const;

/** Releases that can be read and what people change of them, bound to one ecosystem. */
export function bindReleases({ deps, ecosystem, found }: BoundEcosystem): Releases {
  return {
    async get(caller, name, version) {
      const { pkg, release } = await findPublishedRelease(deps, caller, { ecosystem, name, version });
      return {
        package: found('package', pkg),
        release: found('version', release),
      };
    },
    list: async (caller, name, versions) =>
      found('package', await listVersions(deps, caller, { ecosystem, name, versions })),
    listAbout: async (caller, name, version, page) =>
      found('package', await listAbout(deps, caller, { ecosystem, name, version }, page)),
    readMember: async (caller, name, wanted) =>
      found('package', await readMember(deps, caller, { ecosystem, name, ...wanted })),
    listEntries: async (caller, name, { version, ...wanted }) =>
      found('package', await listEntries(deps, caller, { ecosystem, name, version }, wanted)),
    listWithheld: (caller, wanted) => listWithheld(deps, caller, ecosystem, wanted),
    listDenied: (caller, wanted) => listDenied(deps, caller, ecosystem, wanted),
    async change(caller, name, version, change) {
      try {
        await yankRelease(deps, caller, { ecosystem, name, version }, { isYanked: hides[change] });
      } catch (error) {
        // protocols know nothing of versions that are held
        if (error instanceof DomainError && error.code === 'invalid_state') throw notFound('version');
        throw error;
      }
    },
    deprecate: (caller, name, messages) => deprecateReleases(deps, caller, { ecosystem, name }, messages),
    delete: (caller, name, versions, rule) =>
      deleteReleases(deps, caller, { ecosystem, name, versions }, rule),
  };
}
