import { system } from '../../domain/actor.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { revokeByHash } from '../../store/postgres/identity/leaked-tokens.ts';
import { notifyChange } from '../../store/postgres/notify.ts';
import type { Transaction } from '../../store/postgres/pool.ts';

/** Revokes our own tokens that an uploaded archive contains. */
export async function revokeLeakedTokens(
  tx: Transaction,
  hashes: readonly string[],
  seenIn: { packageId: string; releaseId: string },
): Promise<void> {
  if (hashes.length === 0) return;
  for (const token of await revokeByHash(tx, hashes)) {
    await notifyChange(tx, { kind: 'token', hash: token.tokenHash });
    await writeAudit(tx, {
      action: 'token_auto_revoke',
      performer: system,
      ...(token.userId === null ? {} : { targetUserId: token.userId }),
      targetPackageId: seenIn.packageId,
      targetReleaseId: seenIn.releaseId,
      metadata: { token_id: token.id },
    });
  }
}
