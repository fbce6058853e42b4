import type { Performer } from '../../domain/actor.ts';
import { assertMove } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import { moveTags } from '../../store/postgres/packages/tags.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listOpenDecisions, settleDecisions } from '../../store/postgres/releases/decisions.ts';
import { type ReleaseRow, setReleaseState } from '../../store/postgres/releases/releases.ts';

interface Publication {
  pkg: PackageRow;
  release: ReleaseRow;
  /** Declared with the upload. */
  tags: readonly string[];
  performer: Performer;
}

/** State, tags and the entry that says so; within `changePackage`, which renders. Whoever calls has found no obstacle. */
export async function makeVisible(
  tx: Transaction,
  { pkg, release, tags, performer }: Publication,
): Promise<void> {
  assertMove(release.state, 'published');
  await setReleaseState(tx, release.id, 'published', null);
  // nothing that was said while it was held counts when it is held once more
  await settleDecisions(tx, await listOpenDecisions(tx, release.id), 'applied');
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
