import { DomainError, notFound } from '../../domain/errors.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import { setMaintainers } from '../../services/packages/maintainers.ts';
import { updatePackage } from '../../services/packages/update.ts';
import { deleteReleases } from '../../services/releases/delete.ts';
import { deprecateReleases } from '../../services/releases/deprecate.ts';
import { yankRelease } from '../../services/releases/yank.ts';
import type { EcosystemScope } from './scope.ts';

type Changes = Pick<
  RouteContext,
  'changeRelease' | 'deleteReleases' | 'deprecate' | 'setVisibility' | 'setMaintainers'
>;

const hides = { yank: true, unyank: false, unlist: true, relist: false } as const;

/** What people change after the publish, bound to one ecosystem. */
export function createChanges({ deps, ecosystem }: EcosystemScope): Changes {
  return {
    async changeRelease(caller, name, version, change) {
      try {
        await yankRelease(deps, caller, { ecosystem, name, version }, { isYanked: hides[change] });
      } catch (error) {
        // protocols know nothing of versions that are held
        if (error instanceof DomainError && error.code === 'invalid_state') throw notFound('version');
        throw error;
      }
    },
    deleteReleases: (caller, name, versions, rule) =>
      deleteReleases(deps, caller, { ecosystem, name, versions }, rule),
    deprecate: (caller, name, messages) => deprecateReleases(deps, caller, { ecosystem, name }, messages),
    async setVisibility(caller, name, visibility) {
      await updatePackage(deps, caller, { ecosystem, name }, { visibility });
    },
    setMaintainers: (caller, name, usernames) => setMaintainers(deps, caller, { ecosystem, name }, usernames),
  };
}
