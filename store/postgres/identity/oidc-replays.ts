import { z } from 'zod';
import type { BuildIdentity } from '../../../domain/trusted-publisher.ts';
import { type Queryable, sql } from '../pool.ts';

const Claimed = z.object({ jti: z.string() });

/** False if the identity token was used before. Of two concurrent calls, the second waits for the first to commit. */
export async function claimIdentity(
  db: Queryable,
  { issuer, jti, expiresAt }: BuildIdentity,
  leewaySeconds: number,
): Promise<boolean> {
  const claimed = await db.maybeOne(sql.type(Claimed)`
    insert into oidc_replays (issuer, jti, expires_at)
    values (${issuer}, ${jti}, ${expiresAt.toISOString()}::timestamptz + ${leewaySeconds} * interval '1 second')
    on conflict (issuer, jti) do nothing
    returning oidc_replays.jti`);
  return claimed !== null;
}
