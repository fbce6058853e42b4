import { join } from 'node:path';
import { z } from 'zod';
import { remember } from '../cache/short-cache.ts';
import { listMigrations, neededVersionOf } from './migration-files.ts';
import { type Queryable, sql } from './pool.ts';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

const Ground = z.object({ isThere: z.boolean(), isAllowed: z.boolean(), role: z.string() });
const Applied = z.object({ version: z.string() });
const Needed = z.object({ needs: z.string() });

/**
 * Why this version of the code can't run on the schema of the database, in a sentence with the remedy; null if it
 * can. Unknown columns and tables do no harm: a schema is too new only if an object that this version reads was
 * removed.
 */
export async function findSchemaProblem(
  db: Queryable,
  version: string,
  folder = migrationsFolder,
): Promise<string | null> {
  const ground = await db.one(sql.type(Ground)`
    select to_regclass('schema_migrations') is not null as is_there, current_user as role,
      coalesce(has_table_privilege(to_regclass('schema_migrations'), 'select'), false)
        and coalesce(has_any_column_privilege(to_regclass('processes'), 'insert'), true) as is_allowed`);
  if (!ground.isThere) return `the database has no schema: ${migrateFirst(version)}`;
  // the same command grants the rights of the scanner's role
  if (!ground.isAllowed) {
    const setting = ` with DATABASE_SCANNER_ROLE=${ground.role}`;
    return `the role ${ground.role} has no rights on the schema: ${migrateFirst(version, setting)}`;
  }
  const applied = await db.any(sql.type(Applied)`select schema_migrations.version from schema_migrations`);
  const tooNew = await findNewerSchema(db, version);
  if (tooNew !== null) return tooNew;
  const names = new Set(applied.map((row) => row.version));
  const missing: string[] = [];
  for (const file of await listMigrations(folder)) {
    if (!names.has(file) && (await neededVersionOf(folder, file)) === null) missing.push(file);
  }
  const [first] = missing;
  if (first === undefined) return null;
  return `the database lacks ${missing.length} step(s) of the schema, ${first} first: ${migrateFirst(version)}`;
}

/**
 * Why the schema is too new for a version, in a sentence: contract steps have removed objects that it reads. Null if
 * it is not.
 */
export async function findNewerSchema(db: Queryable, version: string): Promise<string | null> {
  // the column is newer than the table
  const needs = await db.maybeOneFirst(sql.type(Needed)`
    select needed.version as needs
    from schema_migrations
    cross join lateral (select to_jsonb(schema_migrations) ->> 'needs_version') as needed (version)
    where string_to_array(needed.version, '.')::int[] > string_to_array(${version}, '.')::int[]
    order by string_to_array(needed.version, '.')::int[] desc limit 1`);
  if (needs === null) return null;
  return (
    `the database no longer has what version ${version} reads: start version ${needs} or a newer one, or ` +
    'restore a backup from before its contract steps (docs/OPERATIONS.md, "Upgrade")'
  );
}

function migrateFirst(version: string, setting = ''): string {
  return `run "bin/rookery migrate" of version ${version}${setting}, then start again`;
}

const rememberMs = 10_000;

/** {@link findSchemaProblem} for health checks: the schema may change while a process runs. */
export function watchSchema(db: Queryable, version: string): () => Promise<readonly string[]> {
  return remember(rememberMs, async () => {
    const problem = await findSchemaProblem(db, version);
    return problem === null ? [] : [problem];
  });
}
