import { keyset } from '../keyset.ts';
import { sql } from '../pool.ts';

/** Packages of several ecosystems. */
export const byEcosystemAndName = keyset(
  { value: sql.fragment`packages.ecosystem`, type: 'text' },
  { value: sql.fragment`packages.name_key`, type: 'text' },
);
