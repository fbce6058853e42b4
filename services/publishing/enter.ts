import type { Caller } from '../../domain/caller.ts';
import type { PublishCommand } from '../../ecosystems/context/publishing.ts';
import type { Format } from '../../ecosystems/format.ts';
import { actUnder } from '../identity/oidc/act-under.ts';
import { assertMount } from '../packages/mount.ts';
import type { Platform } from '../platform.ts';
import { discard } from './uploads.ts';

/**
 * Returns the caller for whom a build acts, on a mount that the caller may see.
 * @throws DomainError `unauthenticated`, `not_found`, `forbidden`
 */
export async function enter(
  platform: Pick<Platform, 'pool'>,
  ecosystem: Format,
  asking: Caller,
  name: string,
): Promise<Caller> {
  const caller = await actUnder(platform.pool, asking, ecosystem, name);
  await assertMount(platform, caller);
  return caller;
}

/** {@link enter}; deletes an upload through a mount that the caller may not see. */
export async function enterOrDiscard(
  platform: Pick<Platform, 'pool' | 'blobs'>,
  ecosystem: Format,
  command: PublishCommand,
): Promise<PublishCommand> {
  const { declared, upload } = command;
  try {
    return { ...command, caller: await enter(platform, ecosystem, command.caller, declared.name) };
  } catch (error) {
    await discard(platform, upload.uploadId);
    throw error;
  }
}
