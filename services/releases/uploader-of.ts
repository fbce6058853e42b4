import { type Performer, system } from '../../domain/actor.ts';

/** The performer of a change that an upload causes; the platform itself when the upload is gone. */
export function uploaderOf(upload: { actor: Performer } | null): Performer {
  if (!upload) return system;
  const { userId, tokenId, ipAddress, userAgent } = upload.actor;
  return { userId, tokenId, ipAddress, userAgent };
}
