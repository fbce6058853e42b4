import { requireScope } from '../../domain/actor.ts';
import { inSpan } from '../../config/telemetry.ts';
import type { PublishCommand, Publishing } from '../../ecosystems/context/publishing.ts';
import { actUnder } from '../../services/identity/oidc/act-under.ts';
import { findTarget } from '../../services/publishing/refuse-early.ts';
import { discard } from '../../services/publishing/uploads.ts';
import { receive, withUpload } from '../../services/publishing/receive.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** From bytes to a receipt, bound to one ecosystem. */
export function bindPublishing(bound: BoundEcosystem): Publishing {
  const { deps, ecosystem } = bound;
  const { blobs } = deps;

  return {
    async findTarget(asking, name) {
      const caller = await actUnder(deps.pool, asking, ecosystem, name);
      await bound.assertMount(caller);
      const actor = requireScope(caller.actor, 'packages:write');
      const nameKey = ecosystem.names.canonical(name);
      return findTarget(deps.pool, ecosystem, actor, { nameKey, name });
    },
    receive: (body, maxBytes) => receive(blobs, body, Math.min(maxBytes, deps.maxUploadBytes)),
    withUpload: (upload, use) => withUpload(blobs, upload, use),
    discard: (upload) => discard(deps, upload.uploadId),

    async publish(asked) {
      const command = await enterOrDiscard(bound, asked);
      return inSpan(
        'publish',
        { 'rookery.ecosystem': ecosystem.id, 'rookery.package': command.declared.name },
        () => deps.publish(ecosystem, command),
      );
    },

    async publishFile(command) {
      return deps.publishFile(ecosystem, await enterOrDiscard(bound, command));
    },
  };
}

/**
 * The command with whom a build acts for. What came through a mount that the caller may not know is thrown away at once.
 * @throws `unauthenticated`, `not_found`, `forbidden`
 */
export async function enterOrDiscard(
  { deps, ecosystem, assertMount }: BoundEcosystem,
  command: PublishCommand,
): Promise<PublishCommand> {
  const { declared, upload } = command;
  try {
    const caller = await actUnder(deps.pool, command.caller, ecosystem, declared.name);
    await assertMount(caller);
    return { ...command, caller };
  } catch (error) {
    await discard(deps, upload.uploadId);
    throw error;
  }
}
