import { DomainError } from '../../domain/errors.ts';
import type { FileFacts } from '../../domain/release-file.ts';
import type { Declared, Format } from '../../ecosystems/format.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listReleasesNamed, lockFileName } from '../../store/postgres/releases/filename-conflicts.ts';

/**
 * When files of all packages share one folder, a name belongs to the first release with it.
 * @throws DomainError `name_taken`
 */
export async function assertOwnFile(tx: Transaction, ecosystem: Format, declared: Declared): Promise<void> {
  const facts = factsOrNull(ecosystem, declared);
  if (!facts) return;
  const { filename, filenameConflicts = [] } = facts;
  if (filenameConflicts.length === 0) return;
  await lockFileName(tx, ecosystem.id, filename);
  for (const other of await listReleasesNamed(tx, ecosystem.id, filenameConflicts)) {
    if (ecosystem.file({ ...other, metadata: {} }).filename !== filename) continue;
    // the other package is not named: it may be hidden
    throw new DomainError('name_taken', `another package has a file named ${filename}`);
  }
}

/** Null for a draft, which has no file name yet: protocols without a default file name have no conflicts then. */
function factsOrNull(ecosystem: Format, declared: Declared): FileFacts | null {
  try {
    return ecosystem.file(declared);
  } catch (error) {
    if (error instanceof DomainError && declared.file === undefined) return null;
    throw error;
  }
}
