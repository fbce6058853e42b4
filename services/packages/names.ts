import { canRead } from '../../domain/access.ts';
import type { Actor } from '../../domain/actor.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { listAccessFacts } from '../../store/postgres/packages/package-listing.ts';
import type { Platform } from '../platform.ts';

/** Lookup keys of packages that the actor may not read. Callers use them only to omit names, never in an answer. */
export async function listHiddenNames(
  { pool }: Pick<Platform, 'pool'>,
  actor: Actor,
  ecosystem: EcosystemId,
  nameKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = await listAccessFacts(pool, ecosystem, nameKeys);
  return new Set(known.filter((facts) => !canRead(facts, actor)).map(({ nameKey }) => nameKey));
}
