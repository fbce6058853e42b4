import type { FragmentSqlToken } from 'slonik';
import type { PackageAddress } from '../../../domain/package-address.ts';
import { sql } from '../pool.ts';

/**
 * Whether a row of `packages` is hosted here. Every look-up by name uses it: packages mirrored from other registries
 * may have the same names.
 */
export const isHosted = sql.fragment`packages.origin is null`;

/** The row of `packages` that has the address. */
export function isAt({ ecosystem, origin, nameKey }: PackageAddress): FragmentSqlToken {
  const isOfOrigin = origin === null ? isHosted : sql.fragment`packages.origin = ${origin}`;
  return sql.fragment`
    packages.ecosystem = ${ecosystem} and packages.name_key = ${nameKey} and ${isOfOrigin}`;
}
