import { DomainError } from '../../domain/errors.ts';
import type { Declared, Format } from '../../ecosystems/format.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listReleasesNamed, lockFileName } from '../../store/postgres/releases/rivals.ts';

/** Where files of all packages stand beside each other, the first that has a name keeps it. @throws DomainError `name_taken` */
export async function assertOwnFile(tx: Transaction, ecosystem: Format, declared: Declared): Promise<void> {
  const { filename, rivals = [] } = ecosystem.file(declared);
  if (rivals.length === 0) return;
  await lockFileName(tx, ecosystem.id, filename);
  for (const other of await listReleasesNamed(tx, ecosystem.id, rivals)) {
    if (ecosystem.file({ ...other, metadata: {} }).filename !== filename) continue;
    // not which: it may be hidden
    throw new DomainError('name_taken', `another package has a file named ${filename}`);
  }
}
