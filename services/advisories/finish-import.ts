import { operator, performedBy } from '../../domain/caller.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { advanceAdvisoryFeed } from '../../store/postgres/findings/advisory-feeds.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { ImportCounts } from '../../workflows/definitions.ts';

/** Notifies clients of an import, and records it in the audit log. */
export async function announceImport(
  pool: Pool,
  ecosystem: EcosystemId,
  counts: ImportCounts,
): Promise<void> {
  await pool.transaction(async (tx) => {
    await advanceAdvisoryFeed(tx, ecosystem);
    await writeAudit(tx, {
      action: 'advisories_import',
      performer: performedBy(operator),
      metadata: { ecosystem, ...counts },
    });
  });
}
