import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { isHosted } from '../packages/address.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

/** Locks a file name: until the transaction ends, no other one looks for its holder. */
export async function lockFileName(tx: Transaction, ecosystem: EcosystemId, filename: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    select pg_advisory_xact_lock(hashtextextended(${`file:${ecosystem}:${filename}`}, 0))`);
}

const Named = z.object({ name: z.string(), version: z.string() });

/**
 * The releases among these that exist, unfinished or visible once; without releases rejected before they were
 * visible.
 */
export async function listReleasesNamed(
  db: Queryable,
  ecosystem: EcosystemId,
  keys: readonly { nameKey: string; versionKey: string }[],
): Promise<readonly z.infer<typeof Named>[]> {
  const wanted = sql.unnest(
    keys.map(({ nameKey, versionKey }) => [nameKey, versionKey]),
    ['text', 'text'],
  );
  return db.any(sql.type(Named)`
    select packages.name, releases.version
    from ${wanted} as wanted (name_key, version_key)
    join packages on packages.ecosystem = ${ecosystem} and packages.name_key = wanted.name_key
      and ${isHosted}
    join releases on releases.package_id = packages.id and releases.version_key = wanted.version_key
    where releases.state <> 'rejected' or releases.published_at is not null`);
}
