import { z } from 'zod';
import { system } from '../../../domain/actor.ts';
import { writeAudit } from '../audit/audit.ts';
import { notifyChange } from '../notify.ts';
import { type Queryable, sql } from '../pool.ts';

const Revoked = z.object({ id: z.string(), userId: z.string(), tokenHash: z.string() });

/** Our own tokens seen inside an uploaded archive are worthless from this moment on. */
export async function revokeLeakedTokens(
  db: Queryable,
  hashes: readonly string[],
  seenIn: { packageId: string; releaseId: string },
): Promise<void> {
  if (hashes.length === 0) return;
  const revoked = await db.any(sql.type(Revoked)`
    update tokens set revoked_at = now()
    where tokens.token_hash = any(${sql.array([...hashes], 'text')}) and tokens.revoked_at is null
    returning tokens.id, tokens.user_id, tokens.token_hash`);
  for (const token of revoked) {
    await notifyChange(db, { kind: 'token', hash: token.tokenHash });
    await writeAudit(db, {
      action: 'token_auto_revoke',
      performer: system,
      targetUserId: token.userId,
      targetPackageId: seenIn.packageId,
      targetReleaseId: seenIn.releaseId,
      metadata: { token_id: token.id },
    });
  }
}
