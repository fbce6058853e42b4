import { createHash } from 'node:crypto';
import type { KnownCaller } from '../../../domain/caller.ts';
import type { DraftOptions } from '../../context/drafts.ts';
import { isPom } from '../format/file.ts';
import { limits } from '../format/limits.ts';

/** Build tools that send `maven-metadata.xml` after all files. */
const endsWithMetadata = /^(?:Apache-Maven|Gradle)\//;

/**
 * The options of the draft for a file of a deploy. A build tool reports when a module is complete: an aborted deploy
 * is never published, and the next run may send other bytes. Other deploys are complete when no further file arrives.
 */
export function deployOptions({ actor, repository, origin }: KnownCaller, filename: string): DraftOptions {
  const { userAgent, ipAddress } = origin;
  if (userAgent === null || !endsWithMetadata.test(userAgent)) {
    return isPom(filename) ? { idleSeconds: limits.idle.seconds, keeps: true } : { keeps: true };
  }
  // concurrent builds have different tokens, machines or targets, or wait for each other
  const sender = [actor.userId, actor.tokenId ?? null, repository, ipAddress, userAgent];
  return { deploy: createHash('sha256').update(JSON.stringify(sender)).digest('base64url') };
}
