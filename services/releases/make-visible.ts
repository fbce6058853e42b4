import type { Performer } from '../../domain/actor.ts';
import type { FileSet } from '../../domain/file-set.ts';
import { assertMove } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import { moveTags } from '../../store/postgres/packages/tags.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { concludeDecisions } from './decisions/conclude.ts';
import { type ReleaseRow, setReleaseState } from '../../store/postgres/releases/releases.ts';

interface Publication {
  pkg: PackageRow;
  release: ReleaseRow;
  /** Tags that the upload declares. */
  tags: readonly string[];
  performer: Performer;
  /** The files that become visible. */
  files: FileSet;
}

/**
 * Sets state and tags, and writes the audit entry; within `changePackage`, which renders. The caller has found no
 * obstacle.
 */
export async function makeVisible(
  tx: Transaction,
  { pkg, release, tags, performer, files }: Publication,
): Promise<void> {
  assertMove(release.state, 'published');
  await concludeDecisions(tx, { releaseId: release.id }, files);
  await setReleaseState(tx, release.id, 'published', null);
  if (tags.length > 0) await moveTags(tx, release, tags);
  await writeAudit(tx, {
    action: 'release_publish',
    performer,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    targetReleaseId: release.id,
    metadata: {
      ecosystem: pkg.ecosystem,
      name: pkg.name,
      version: release.version,
      first: release.publishedAt === null,
    },
  });
}
