import { listSigningKeys as listKeys } from '../../store/postgres/releases/signing-keys.ts';
import type { Platform } from '../platform.ts';

/** Public keys that releases of this registry are signed with, for everybody. */
export function listSigningKeys({ pool }: Pick<Platform, 'pool'>) {
  return listKeys(pool);
}
