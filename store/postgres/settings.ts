import { z } from 'zod';
import { type Queryable, sql } from './pool.ts';

export async function findSetting(db: Queryable, key: string): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ value: z.string() }))`
    select settings.value from settings where settings.key = ${key}`);
}

const Saved = z.object({ value: z.string(), updatedAt: z.date() });

export async function findSavedSetting(db: Queryable, key: string): Promise<z.infer<typeof Saved> | null> {
  return db.maybeOne(sql.type(Saved)`
    select settings.value, settings.updated_at from settings where settings.key = ${key}`);
}

/** `updatedAt`: stored only if the existing value is older. */
export async function saveSetting(
  db: Queryable,
  key: string,
  value: string,
  updatedAt?: string,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into settings (key, value, updated_at)
    values (${key}, ${value}, coalesce(${updatedAt ?? null}::timestamptz, now()))
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`);
}
