import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { afterChange, type AfterChangeDeps } from '../packages/after-change.ts';
import { type FindDeps, getPackageToChange, getReleaseOf, type Named } from '../packages/find.ts';
import { heldRelease, type ReleaseDecisions } from './decisions/held-release.ts';
import { settleDecision, type Settled } from './decisions/outcome.ts';
import { verdictOf } from './decisions/record.ts';
import type { FoundRelease } from './get.ts';

export interface DecideCommand {
  kind: 'approve' | 'reject';
  reason: string | null;
  /** Of an approval: that those who brought it have lost their authority since is known. */
  acceptsRevoked?: boolean | undefined;
}

export interface Decided extends FoundRelease {
  /** Noted for good, and the workflow has not got to it yet. */
  isPending: boolean;
}

/**
 * Lets a held release through, or throws it away.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`
 */
export async function decideRelease(
  deps: FindDeps & AfterChangeDeps & { decisions: ReleaseDecisions },
  caller: Caller,
  { version, ...named }: Named & { version: string },
  { kind, reason, acceptsRevoked }: DecideCommand,
): Promise<Decided> {
  const subject = await getPackageToChange(deps, caller, named, 'triage');
  const release = await getReleaseOf(deps, caller, subject, version);
  const verdict = { ...verdictOf(caller, kind, reason), acceptsRevoked };
  const settled = await settleDecision(deps, heldRelease(subject.pkg, release), verdict);
  return decided(deps, { ...subject, release }, settled, reason);
}

/** What the caller is told of a decision. @throws DomainError `invalid_state` when another one was first */
export async function decided(
  deps: AfterChangeDeps,
  { release, ...subject }: FoundRelease,
  { release: after, outcome }: Settled,
  reason: string | null,
): Promise<Decided> {
  // what has not happened yet is announced by whoever does it
  if (outcome !== 'pending') await afterChange(deps, subject.pkg);
  const now = after ?? { ...release, state: 'rejected' as const, statusReason: reason };
  if (outcome === 'lost') {
    throw new DomainError('invalid_state', `the release was already decided: it is ${now.state}`);
  }
  return { ...subject, release: now, isPending: outcome === 'pending' };
}
