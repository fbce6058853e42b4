import type { Drafts } from '../../ecosystems/context/drafts.ts';
import { actUnder } from '../../services/identity/oidc/act-under.ts';
import type { Caller } from '../../domain/caller.ts';
import { enterOrDiscard } from './publishing.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** Releases whose files come one by one, through a mount that the caller may know; bound to one ecosystem. */
export function bindDrafts(bound: BoundEcosystem): Drafts {
  const { deps, ecosystem, assertMount } = bound;
  // registration asks nothing of the platform: requests do
  const drafts = () => deps.draftsOf(ecosystem);

  async function enter(asking: Caller, name: string): Promise<Caller> {
    const caller = await actUnder(deps.pool, asking, ecosystem, name);
    await assertMount(caller);
    return caller;
  }

  return {
    async put(command, options) {
      return drafts().put(await enterOrDiscard(bound, command), options);
    },
    async get(caller, name, version) {
      return drafts().get(await enter(caller, name), name, version);
    },
    async remove(caller, name, version, filename) {
      await drafts().remove(await enter(caller, name), name, version, filename);
    },
    async commit(caller, name, version) {
      return drafts().commit(await enter(caller, name), name, version);
    },
    async commitModule(caller, name, version) {
      return drafts().commitModule(await enter(caller, name), name, version);
    },
    async discard(caller, name, version) {
      await drafts().discard(await enter(caller, name), name, version);
    },
  };
}
