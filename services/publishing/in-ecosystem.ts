import { inSpan } from '../../config/telemetry.ts';
import { requireScope } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Drafts } from '../../ecosystems/context/drafts.ts';
import type { Publishing } from '../../ecosystems/context/publishing.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Platform } from '../platform.ts';
import { createDrafts } from './drafts.ts';
import { enter, enterOrDiscard } from './enter.ts';
import { publish } from './publish.ts';
import { publishFile } from './publish-file.ts';
import { receive, withUpload } from './receive.ts';
import { findTarget } from './refuse-early.ts';
import { discard } from './uploads.ts';

/** Publishing for the protocol of one ecosystem: from bytes to a receipt. */
export function createPublishing(platform: Platform, ecosystem: Format): Publishing {
  const { pool, blobs, config } = platform;
  return {
    async findTarget(asking, name) {
      const caller = await enter(platform, ecosystem, asking, name);
      const actor = requireScope(caller.actor, 'packages:write');
      const nameKey = ecosystem.names.canonical(name);
      return findTarget(pool, ecosystem, actor, { nameKey, name });
    },
    receive: (body, maxBytes) => receive(blobs, body, Math.min(maxBytes, config.limits.maxUploadBytes)),
    withUpload: (upload, use) => withUpload(blobs, upload, use),
    discard: (upload) => discard(platform, upload.uploadId),

    async publish(asked) {
      const command = await enterOrDiscard(platform, ecosystem, asked);
      return inSpan(
        'publish',
        { 'rookery.ecosystem': ecosystem.id, 'rookery.package': command.declared.name },
        () => publish(platform, ecosystem, command),
      );
    },

    async publishFile(command) {
      return publishFile(platform, ecosystem, await enterOrDiscard(platform, ecosystem, command));
    },
  };
}

/** Releases with separately uploaded files, on a mount that the caller may see. */
export function createDraftsOfMounts(platform: Platform, ecosystem: Format): Drafts {
  const drafts = createDrafts(platform, ecosystem);
  const entered = (caller: Caller, name: string) => enter(platform, ecosystem, caller, name);
  return {
    async put(command, options) {
      return drafts.put(await enterOrDiscard(platform, ecosystem, command), options);
    },
    async get(caller, name, version) {
      return drafts.get(await entered(caller, name), name, version);
    },
    async remove(caller, name, version, filename) {
      await drafts.remove(await entered(caller, name), name, version, filename);
    },
    async commit(caller, name, version) {
      return drafts.commit(await entered(caller, name), name, version);
    },
    async commitModule(caller, name, version) {
      return drafts.commitModule(await entered(caller, name), name, version);
    },
    async discard(caller, name, version) {
      await drafts.discard(await entered(caller, name), name, version);
    },
  };
}
