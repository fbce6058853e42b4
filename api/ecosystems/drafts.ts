import type { Caller } from '../../domain/caller.ts';
import type { StagedUpload } from '../../ecosystems/context/publishing.ts';
import type { Drafts } from '../../ecosystems/context/drafts.ts';

/** Drafts through a mount that the caller may know. */
export function bindDrafts(
  drafts: Drafts,
  assertMount: (caller: Caller) => Promise<void>,
  discard: (upload: StagedUpload) => Promise<void>,
): Drafts {
  return {
    async put(command, options) {
      try {
        await assertMount(command.caller);
      } catch (error) {
        await discard(command.upload);
        throw error;
      }
      return drafts.put(command, options);
    },
    async get(caller, name, version) {
      await assertMount(caller);
      return drafts.get(caller, name, version);
    },
    async remove(caller, name, version, filename) {
      await assertMount(caller);
      await drafts.remove(caller, name, version, filename);
    },
    async commit(caller, name, version) {
      await assertMount(caller);
      return drafts.commit(caller, name, version);
    },
    async discard(caller, name, version) {
      await assertMount(caller);
      await drafts.discard(caller, name, version);
    },
  };
}
