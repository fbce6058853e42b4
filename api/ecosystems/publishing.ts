import { requireScope } from '../../domain/actor.ts';
import { inSpan } from '../../config/telemetry.ts';
import type { PublishCommand, Publishing } from '../../ecosystems/context/publishing.ts';
import { findTarget } from '../../services/publishing/refuse-early.ts';
import { discard } from '../../services/publishing/uploads.ts';
import { receive, withUpload } from '../../services/publishing/receive.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** From bytes to a receipt, bound to one ecosystem. */
export function bindPublishing(bound: BoundEcosystem): Publishing {
  const { deps, ecosystem } = bound;
  const { blobs } = deps;

  return {
    async findTarget(caller, name) {
      await bound.assertMount(caller);
      const actor = requireScope(caller.actor, 'packages:write');
      const nameKey = ecosystem.names.canonical(name);
      return findTarget(deps.pool, ecosystem, actor, { nameKey, name });
    },
    receive: (body, maxBytes) => receive(blobs, body, Math.min(maxBytes, deps.maxUploadBytes)),
    withUpload: (upload, use) => withUpload(blobs, upload, use),
    discard: (upload) => discard(deps, upload.uploadId),

    async publish(command) {
      await assertMountOrDiscard(bound, command);
      return inSpan(
        'publish',
        { 'rookery.ecosystem': ecosystem.id, 'rookery.package': command.declared.name },
        () => deps.publish(ecosystem, command),
      );
    },

    async publishFile(command) {
      await assertMountOrDiscard(bound, command);
      return deps.publishFile(ecosystem, command);
    },
  };
}

/** What came through a mount that the caller may not know is thrown away at once. @throws `unauthenticated`, `not_found` */
export async function assertMountOrDiscard(
  { deps, assertMount }: BoundEcosystem,
  { caller, upload }: PublishCommand,
): Promise<void> {
  try {
    await assertMount(caller);
  } catch (error) {
    await discard(deps, upload.uploadId);
    throw error;
  }
}
