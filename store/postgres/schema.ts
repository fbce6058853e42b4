import { join } from 'node:path';
import { z } from 'zod';
import { remember } from '../cache/short-cache.ts';
import { listMigrations, neededVersionOf } from './migration-files.ts';
import { type Queryable, sql } from './pool.ts';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

const Known = z.object({ isKnown: z.boolean() });
const Applied = z.object({ version: z.string(), needs: z.string().nullable() });

/**
 * Why this version of the code can not run on the schema of the database, in a sentence with the remedy; null if it can. More
 * columns and tables than it knows do no harm: a schema is too new when something is removed that this version reads.
 */
export async function findSchemaProblem(
  db: Queryable,
  version: string,
  folder = migrationsFolder,
): Promise<string | null> {
  const isKnown = await db.oneFirst(sql.type(Known)`
    select coalesce(has_table_privilege(to_regclass('schema_migrations'), 'select'), false) as is_known`);
  if (!isKnown) return `the database has no schema that this role may use: ${migrateFirst(version)}`;
  // the column is younger than the table
  const applied = await db.any(sql.type(Applied)`
    select schema_migrations.version, to_jsonb(schema_migrations) ->> 'needs_version' as needs
    from schema_migrations`);
  const tooNew = await db.maybeOneFirst(sql.type(z.object({ needs: z.string() }))`
    select needed.version as needs
    from unnest(${sql.array(
      applied.flatMap(({ needs }) => needs ?? []),
      'text',
    )}) as needed (version)
    where string_to_array(needed.version, '.')::int[] > string_to_array(${version}, '.')::int[]
    order by string_to_array(needed.version, '.')::int[] desc limit 1`);
  if (tooNew !== null) {
    return (
      `the database no longer has what version ${version} reads: start version ${tooNew} or a newer one, or ` +
      'restore a backup from before its contract steps (docs/OPERATIONS.md, "Upgrade")'
    );
  }
  const names = new Set(applied.map((row) => row.version));
  const missing: string[] = [];
  for (const file of await listMigrations(folder)) {
    if (!names.has(file) && (await neededVersionOf(folder, file)) === null) missing.push(file);
  }
  const [first] = missing;
  if (first === undefined) return null;
  return `the database lacks ${missing.length} step(s) of the schema, ${first} first: ${migrateFirst(version)}`;
}

function migrateFirst(version: string): string {
  return `run "bin/rookery migrate" of version ${version}, then start again`;
}

const rememberMs = 10_000;

/** {@link findSchemaProblem} for health checks: a process may outlive the schema that it was started on. */
export function watchSchema(db: Queryable, version: string): () => Promise<readonly string[]> {
  return remember(rememberMs, async () => {
    const problem = await findSchemaProblem(db, version);
    return problem === null ? [] : [problem];
  });
}
