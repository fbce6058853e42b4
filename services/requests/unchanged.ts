import { DomainError } from '../../domain/errors.ts';
import { underCondition } from '../../store/postgres/transactions.ts';
import { findVersion, lockVersion, type Versioned } from '../../store/postgres/versions.ts';
import type { Platform } from '../platform.ts';

/**
 * Begins a change of a thing that the caller has seen: `isSeen` compares its current state with theirs. The transaction that
 * changes it locks it and finds it as it was then, on whatever replica another change was made.
 * @throws DomainError `precondition_failed`, also later, as the transaction's error
 */
export async function changeIfUnchanged(
  { pool }: Pick<Platform, 'pool'>,
  thing: Versioned,
  isSeen: () => Promise<boolean>,
  begin: () => void,
): Promise<void> {
  // before the look: later changes are noticed
  const version = await findVersion(pool, thing);
  if (version === null || !(await isSeen())) throw changed();
  underCondition(async (tx) => {
    if ((await lockVersion(tx, thing)) !== version) throw changed();
  }, begin);
}

const changed = () =>
  new DomainError('precondition_failed', 'it has changed since you looked: read it again');
