import type { Pool } from '../../store/postgres/pool.ts';
import { listSigningKeys as listKeys } from '../../store/postgres/releases/signing-keys.ts';

/** Public keys that releases of this registry are signed with, for everybody. */
export function listSigningKeys({ pool }: { pool: Pool }) {
  return listKeys(pool);
}
