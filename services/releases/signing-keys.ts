import { listSigningKeys as listKeys } from '../../store/postgres/releases/signing-keys.ts';
import type { Platform } from '../platform.ts';

/** The public keys that releases of this registry are signed with. */
export function listSigningKeys({ pool }: Pick<Platform, 'pool'>) {
  return listKeys(pool);
}
