import { validate as isUuid } from 'uuid';
import type { Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { resolveIn } from '../findings/settle.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackageToChange, getReleaseOf, type NamedVersion } from '../packages/find.ts';
import { heldFile, heldRelease } from './decisions/held-release.ts';
import { awaitOutcome, settleDecision, type Settled } from './decisions/outcome.ts';
import { noteVerdict, verdictOf } from './decisions/record.ts';
import { assertMayAccept } from './accept-findings.ts';
import { findHeldFile } from './review.ts';
import type { FoundRelease } from './get.ts';
import type { Configured, Platform } from '../platform.ts';

export interface DecideCommand {
  kind: 'approve' | 'reject';
  reason: string | null;
  /** Digest of the files that the caller saw; required for an approval. */
  filesDigest: string | null;
  /** For an approval: the caller knows that uploaders have lost their authority. */
  acceptsRevoked?: boolean | undefined;
  /** For an approval: ids of open findings that the caller saw, and accepts for the given reason. */
  acceptsFindings?: readonly string[] | undefined;
}

export interface Decided extends FoundRelease {
  /** The decision is recorded, and the workflow has not executed it yet. */
  isPending: boolean;
}

/**
 * Approves or rejects a held release.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`,
 * `precondition_required`, `precondition_failed`
 */
export async function decideRelease(
  platform: Pick<Platform, 'pool' | 'decisions' | AfterChange> & Configured<'findings'>,
  caller: Caller,
  { version, ...named }: NamedVersion,
  { kind, reason, filesDigest, acceptsRevoked, acceptsFindings = [] }: DecideCommand,
): Promise<Decided> {
  const subject = await getPackageToChange(platform, caller, named, 'triage');
  const release = await getReleaseOf(platform, caller, subject, version);
  const held = heldRelease(subject.pkg, release);
  await platform.pool.transaction(async (tx) => {
    const resolution = { isResolved: true, resolution: 'accepted_risk', note: reason } as const;
    for (const findingId of acceptsFindings) {
      if (!isUuid(findingId)) throw notFound('finding');
      const verdict = { ...resolution, userId: subject.user.userId };
      const { found } = await resolveIn(tx, platform, caller, subject, { findingId, verdict });
      if (found.releaseId !== release.id) throw notFound('finding');
    }
    await noteVerdict(tx, held, { ...verdictOf(caller, kind, reason, filesDigest), acceptsRevoked });
  });
  const settled = await awaitOutcome(platform, held, kind);
  return decided(platform, { ...subject, release }, settled, reason);
}

/**
 * Approves or rejects a file that waits to join its visible release.
 * @throws as {@link decideRelease}
 */
export async function decideFile(
  platform: Pick<Platform, 'pool' | 'decisions' | AfterChange> & Configured<'findings'>,
  caller: Caller,
  { version, id, ...named }: NamedVersion & { id: string },
  { kind, reason, filesDigest, acceptsFindings }: DecideCommand,
): Promise<{ isPending: boolean }> {
  const subject = await getPackageToChange(platform, caller, named, 'triage');
  const release = await getReleaseOf(platform, caller, subject, version);
  const file = await findHeldFile(platform.pool, release.id, id);
  const held = heldFile(subject.ecosystem, subject.pkg, release, file);
  if (kind === 'approve') {
    const about = { pkg: subject.pkg, subject: { releaseId: release.id, uploadId: file.id }, file };
    await assertMayAccept(platform.pool, caller.actor, about, platform.config.findings.malwareResolvers);
  }
  const verdict = { ...verdictOf(caller, kind, reason, filesDigest), acceptsFindings };
  const { outcome } = await settleDecision(platform, held, verdict);
  if (outcome === 'lost') throw new DomainError('invalid_state', 'the file was already decided');
  if (outcome === 'done') await afterChange(platform, subject.pkg);
  return { isPending: outcome === 'pending' };
}

/** The answer to a decision. @throws DomainError `invalid_state` when another decision was first */
export async function decided(
  platform: Pick<Platform, AfterChange>,
  { release, ...subject }: FoundRelease,
  { release: after, outcome }: Settled,
  reason: string | null,
): Promise<Decided> {
  // the step that executes a pending decision announces it
  if (outcome !== 'pending') await afterChange(platform, subject.pkg);
  const now = after ?? { ...release, state: 'rejected' as const, statusReason: reason };
  if (outcome === 'lost') {
    throw new DomainError('invalid_state', `the release was already decided: it is ${now.state}`);
  }
  return { ...subject, release: now, isPending: outcome === 'pending' };
}
