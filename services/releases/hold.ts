import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { findReleaseById } from '../../store/postgres/releases/releases.ts';
import { afterChange } from '../packages/after-change.ts';
import type { ChangeDeps } from '../packages/deps.ts';
import { getPackageToChange, getReleaseOf, type Named } from '../packages/find.ts';
import type { ReleaseDecisions } from './decisions/held-release.ts';
import type { FoundRelease } from './get.ts';
import { carryHold, hideRelease } from './hide.ts';

/**
 * Hides a published release at once, until somebody approves it again or rejects it.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`
 */
export async function holdRelease(
  deps: ChangeDeps & { decisions: ReleaseDecisions },
  caller: Caller,
  { version, ...named }: Named & { version: string },
  { reason }: { reason: string },
): Promise<FoundRelease> {
  const subject = await getPackageToChange(deps, caller, named, 'hold');
  const { ecosystem } = subject;
  const { id } = await getReleaseOf(deps, caller, subject, version);
  const release = await deps.catalog.changePackage(subject.pkg.id, async (tx, pkg) => {
    const found = await findReleaseById(tx, id);
    if (!found || !isReadable(found)) throw new DomainError('invalid_state', 'the release is not published');
    const why = { reason: 'policy_hold', explanation: reason } as const;
    await hideRelease(tx, caller, { ecosystem, pkg }, found, why);
    return found;
  });
  await carryHold(deps, subject.pkg, release);
  await afterChange(deps, subject.pkg);
  return { ...subject, release: await getReleaseOf(deps, caller, subject, version) };
}
