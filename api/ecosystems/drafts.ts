import type { Drafts } from '../../ecosystems/context/drafts.ts';
import { assertMountOrDiscard } from './publishing.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** Releases whose files come one by one, through a mount that the caller may know; bound to one ecosystem. */
export function bindDrafts(bound: BoundEcosystem): Drafts {
  const { deps, ecosystem, assertMount } = bound;
  // registration asks nothing of the platform: requests do
  const drafts = () => deps.draftsOf(ecosystem);

  return {
    async put(command, options) {
      await assertMountOrDiscard(bound, command);
      return drafts().put(command, options);
    },
    async get(caller, name, version) {
      await assertMount(caller);
      return drafts().get(caller, name, version);
    },
    async remove(caller, name, version, filename) {
      await assertMount(caller);
      await drafts().remove(caller, name, version, filename);
    },
    async commit(caller, name, version) {
      await assertMount(caller);
      return drafts().commit(caller, name, version);
    },
    async commitModule(caller, name, version) {
      await assertMount(caller);
      return drafts().commitModule(caller, name, version);
    },
    async discard(caller, name, version) {
      await assertMount(caller);
      await drafts().discard(caller, name, version);
    },
  };
}
