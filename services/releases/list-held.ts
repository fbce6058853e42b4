import { authorizeOnPlatform } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { type Held, listHeld } from '../../store/postgres/releases/held-releases.ts';

/** Held releases of the whole platform, oldest first. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden` */
export async function listHeldReleases(
  pool: Pool,
  { actor }: Caller,
  limit: number,
): Promise<readonly Held[]> {
  authorizeOnPlatform(actor, 'read_jobs');
  return listHeld(pool, limit);
}
