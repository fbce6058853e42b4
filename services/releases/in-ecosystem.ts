import { DomainError, notFound } from '../../domain/errors.ts';
import type { Releases } from '../../ecosystems/context/releases.ts';
import type { Format } from '../../ecosystems/format.ts';
import {
  listAbout,
  listDenied,
  listEntries,
  listVersions,
  listWithheld,
  readMember,
} from '../packages/listings.ts';
import type { Platform } from '../platform.ts';
import { deleteReleases } from './delete.ts';
import { deprecateReleases } from './deprecate.ts';
import { getPublishedRelease } from './get.ts';
import { yankRelease } from './yank.ts';
import { bindNamed, bindVersion, bindWithin } from '../bind.ts';

const hides = { yank: true, unyank: false, unlist: true, relist: false } as const;

/** Reads and changes of visible releases, for the protocol of one ecosystem. */
export function createReleases(platform: Platform, ecosystem: Format): Releases {
  return {
    ...bindWithin(platform, ecosystem, { listWithheld, listDenied }),
    ...bindNamed(platform, ecosystem, {
      list: listVersions,
      readMember,
      deprecate: deprecateReleases,
      delete: deleteReleases,
    }),
    ...bindVersion(platform, ecosystem, { get: getPublishedRelease, listAbout }),
    listEntries: (caller, name, { version, ...wanted }) =>
      listEntries(platform, caller, { ecosystem, name, version }, wanted),
    async change(caller, name, version, change) {
      try {
        await yankRelease(platform, caller, { ecosystem, name, version }, { isYanked: hides[change] });
      } catch (error) {
        // protocols do not see held versions
        if (error instanceof DomainError && error.code === 'invalid_state') throw notFound('version');
        throw error;
      }
    },
  };
}
