import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { Window } from '../../../domain/paging.ts';
import { Dependency } from '../../../domain/publication.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';

export interface KeyedDependency extends Dependency {
  /** Null for a text that can't be a package name here. */
  nameKey: string | null;
}

/** Replaces the earlier dependencies. */
export async function saveDependencies(
  db: Queryable,
  release: { id: string; packageId: string; ecosystem: EcosystemId },
  dependencies: readonly KeyedDependency[],
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from release_dependencies where release_dependencies.release_id = ${release.id}`);
  if (dependencies.length === 0) return;
  const rows = dependencies.map(({ name, nameKey, requirement, kind }, place) => ({
    place,
    name,
    nameKey,
    requirement,
    kind,
  }));
  await db.query(sql.typeAlias('void')`
    insert into release_dependencies (release_id, package_id, place, ecosystem, name, name_key, requirement, kind)
    select ${release.id}::uuid, ${release.packageId}::uuid, rows.place, ${release.ecosystem}, rows.name,
      rows."nameKey", rows.requirement, rows.kind
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as rows (place integer, name text, "nameKey" text, requirement text, kind text)`);
}

const Stored = Dependency.extend({ ...placed, nameKey: z.string().nullable() });

const asWritten = keyset({ value: sql.fragment`release_dependencies.place`, type: 'integer' });

/** In the order of the manifest. */
export async function listDependencies(
  db: Queryable,
  releaseId: string,
  window: Window,
): Promise<{ total: number; dependencies: readonly z.infer<typeof Stored>[] }> {
  const total = await db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from release_dependencies
    where release_dependencies.release_id = ${releaseId}`);
  const dependencies = await db.any(sql.type(Stored)`
    select release_dependencies.name, release_dependencies.name_key, release_dependencies.requirement,
      release_dependencies.kind, ${asWritten.position} as position
    from release_dependencies
    where release_dependencies.release_id = ${releaseId} and ${asWritten.behind(window)}
    ${asWritten.page(window)}`);
  return { total, dependencies };
}
