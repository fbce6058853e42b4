import type { FragmentSqlToken } from 'slonik';
import { sql } from '../pool.ts';

/** Packages with one of these canonical names; without keys all of them. */
export function isNamed({ nameKeys }: { nameKeys?: readonly string[] | undefined }): FragmentSqlToken {
  if (nameKeys === undefined) return sql.fragment`true`;
  return sql.fragment`packages.name_key = any(${sql.array([...nameKeys], 'text')})`;
}
