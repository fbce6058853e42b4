import { listSigningKeys as listKeys } from '../../store/postgres/releases/signing-keys.ts';
import type { Platform } from '../platform.ts';

/** The public keys of the signatures of this registry's releases. */
export function listSigningKeys({ pool }: Pick<Platform, 'pool'>) {
  return listKeys(pool);
}
