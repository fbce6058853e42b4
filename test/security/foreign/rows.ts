import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Management } from '../../support/management.ts';

/** Times of use do not count as a change. */
const unstable = ['last_used_at'];

/** A digest of every table, by name: it differs after a change of the table's content. */
export async function readDigests({ pool }: Management): Promise<Map<string, string>> {
  const tables = await pool.any(sql.type(AnyRow)`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`);
  const digests = tables.map(({ tableName }) => {
    const table = sql.identifier([String(tableName)]);
    return sql.fragment`
      select ${String(tableName)} as name, (
        select md5(coalesce(string_agg(each.text, '|' order by each.text), ''))
        from (select (to_jsonb(row) - ${sql.array(unstable, 'text')})::text as text from ${table} as row) as each
      ) as digest`;
  });
  const rows = await pool.any(sql.type(AnyRow)`${sql.join(digests, sql.fragment` union all `)}`);
  return new Map(rows.map(({ name, digest }) => [String(name), String(digest)]));
}

/** Names of the tables whose content has changed. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
}
