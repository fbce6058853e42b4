import type { FileSet } from '../../../domain/file-set.ts';
import type { Transaction } from '../../../store/postgres/pool.ts';
import {
  type DecisionSubject,
  findAppliedApproval,
  insertPass,
  listOpenDecisions,
  settleDecisions,
} from '../../../store/postgres/releases/decisions.ts';

/**
 * Settles decisions in the transaction that makes these files visible: afterwards one settled decision covers exactly
 * them, an approval or, without a required approval, a `pass`. Earlier decisions do not count when the release is held
 * again.
 */
export async function concludeDecisions(
  tx: Transaction,
  subject: DecisionSubject,
  files: FileSet,
): Promise<void> {
  const open = await listOpenDecisions(tx, subject);
  const isNamed = ({ kind, filesDigest }: { kind: string; filesDigest: string | null }) =>
    kind === 'approve' && filesDigest === files.digest;
  const stale = open.filter((each) => each.kind === 'approve' && !isNamed(each));
  await settleDecisions(tx, stale, 'void');
  await settleDecisions(
    tx,
    open.filter((each) => !stale.includes(each)),
    'applied',
  );
  const approval = await findAppliedApproval(tx, subject);
  if (approval === null || !isNamed(approval)) await insertPass(tx, subject, files);
}
