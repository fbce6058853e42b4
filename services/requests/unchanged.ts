import { DomainError } from '../../domain/errors.ts';
import { underCondition } from '../../store/postgres/transactions.ts';
import { findVersion, lockVersion, type Versioned } from '../../store/postgres/versions.ts';
import type { Platform } from '../platform.ts';

/**
 * Begins a change of a thing that the caller has read: `isSeen` compares its current state with the caller's. The
 * transaction of the change locks the thing and checks that no replica has changed it since.
 * @throws DomainError `precondition_failed`, now or as the error of the transaction
 */
export async function changeIfUnchanged(
  { pool }: Pick<Platform, 'pool'>,
  thing: Versioned,
  isSeen: () => Promise<boolean>,
  begin: () => void,
): Promise<void> {
  // before the comparison: later changes are detected
  const version = await findVersion(pool, thing);
  if (version === null || !(await isSeen())) throw changed();
  underCondition(async (tx) => {
    if ((await lockVersion(tx, thing)) !== version) throw changed();
  }, begin);
}

const changed = () =>
  new DomainError('precondition_failed', 'it has changed since you looked: read it again');
