import { advisoryFindings } from '../../domain/advisory-finding.ts';
import type { Advisory } from '../../domain/advisory.ts';
import type { Format } from '../../ecosystems/format.ts';
import { saveAdvisoryFindings } from '../../store/postgres/findings/advisory-findings.ts';
import { listAdvisories } from '../../store/postgres/findings/advisories.ts';
import type { Queryable } from '../../store/postgres/pool.ts';

interface Matched {
  id: string;
  packageId: string;
  nameKey: string;
  versionKey: string;
}

/**
 * Updates the findings of one release from the current advisories, within a transaction. True when any finding
 * changed.
 */
export async function matchAdvisories(tx: Queryable, ecosystem: Format, release: Matched): Promise<boolean> {
  return applyAdvisories(tx, ecosystem, release, await listAdvisories(tx, ecosystem.id, [release.nameKey]));
}

/** {@link matchAdvisories} with one look-up for all versions of the package. True when any finding changed. */
export function applyAdvisories(
  tx: Queryable,
  ecosystem: Format,
  { id, packageId, nameKey, versionKey }: Matched,
  advisories: readonly Advisory[],
): Promise<boolean> {
  const found = advisoryFindings(advisories, { nameKey, versionKey }, ecosystem.versions);
  return saveAdvisoryFindings(tx, { id, packageId }, found);
}
