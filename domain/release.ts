import { z } from 'zod';
import { DomainError } from './errors.ts';

/** Stored state. `yanked` and `deprecated` are flags beside it: see {@link visibleState}. */
export const ReleaseState = z.enum(['quarantine', 'scanning', 'published', 'rejected', 'deleted']);
export type ReleaseState = z.infer<typeof ReleaseState>;

export type VisibleState = ReleaseState | 'yanked' | 'deprecated';

/** Why a release is in quarantine. */
export type HoldReason =
  | 'blocked_by_findings'
  | 'scan_failed'
  | 'render_failed'
  | 'awaiting_approval'
  | 'policy_hold'
  | 'cooling_down'
  | 'credential_revoked';

/** The reason on pages for a draft that still receives files: a draft is not held, so no reason is stored. */
export const uploading = 'uploading';

const endedByApproval: ReadonlySet<string> = new Set<HoldReason>([
  'awaiting_approval',
  'policy_hold',
  'credential_revoked',
]);

/** Whether only an approval ends the hold, not another look at the findings. */
export function isEndedByApproval(reason: string | null): boolean {
  return reason !== null && endedByApproval.has(reason);
}

/** The reason for which a held release still waits, from its open findings; null if it may be published. */
export function reasonToWait(
  held: {
    reason: string | null;
    isApproved: boolean;
    needsApproval: boolean;
    /** The current hold by policies. */
    policyHold?: string | null;
  },
  hasBlockingFinding: boolean,
): string | null {
  const stays = isEndedByApproval(held.reason) ? held.reason : null;
  if (hasBlockingFinding) return stays ?? 'blocked_by_findings';
  if (held.isApproved) return null;
  return stays ?? (held.needsApproval ? 'awaiting_approval' : (held.policyHold ?? null));
}

const moves: Record<ReleaseState, readonly ReleaseState[]> = {
  quarantine: ['scanning', 'published', 'rejected', 'deleted'],
  scanning: ['published', 'quarantine', 'rejected', 'deleted'],
  published: ['quarantine', 'deleted'],
  rejected: ['deleted'],
  deleted: [],
};

/** @throws DomainError `invalid_state` if the state machine has no such transition */
export function assertMove(from: ReleaseState, to: ReleaseState): void {
  if (moves[from].includes(to)) return;
  throw new DomainError('invalid_state', `a release in state ${from} cannot become ${to}`);
}

export interface ReleaseFlags {
  state: ReleaseState;
  isYanked: boolean;
  isDeprecated: boolean;
}

/**
 * The state on pages, in this order of precedence:
 * deleted > rejected > quarantine/scanning > yanked > deprecated > published.
 */
export function visibleState(release: ReleaseFlags): VisibleState {
  if (release.state !== 'published') return release.state;
  if (release.isYanked) return 'yanked';
  return release.isDeprecated ? 'deprecated' : 'published';
}

/** Only published releases (yanked and deprecated ones included) exist for protocol reads. */
export function isReadable(release: { state: ReleaseState }): boolean {
  return release.state === 'published';
}

/** Whether the release is not yet published, or held: it has a workflow. */
export function isInFlight({ state }: { state: ReleaseState }): boolean {
  return state === 'quarantine' || state === 'scanning';
}

/** A release as documents and pages see it. `metadata` is the ecosystem's own, schema-checked jsonb. */
export interface Release {
  id: string;
  packageId: string;
  /** The version in its author's spelling. */
  version: string;
  /** Unique per package; the ecosystem compares by it. */
  versionKey: string;
  state: ReleaseState;
  statusReason: string | null;
  isYanked: boolean;
  yankReason: string | null;
  isDeprecated: boolean;
  deprecationMessage: string | null;
  isPrerelease: boolean;
  publishedBy: string | null;
  uploadedAt: Date;
  /** First visibility; the time that every client sees. */
  publishedAt: Date | null;
  metadata: unknown;
  artifacts: Artifact[];
  /** Created by this registry at publication. */
  signatures: ReleaseSignature[];
}

/** The facts of all releases that every change of a package loads; `metadata` is `Inspection.listed`. */
export type ReleaseSummary = Pick<
  Release,
  | 'version'
  | 'versionKey'
  | 'isYanked'
  | 'yankReason'
  | 'isDeprecated'
  | 'deprecationMessage'
  | 'isPrerelease'
  | 'uploadedAt'
  | 'publishedAt'
  | 'metadata'
>;

export interface ReleaseSignature {
  keyId: string;
  /** Base64. */
  signature: string;
}

/** An immutable stored file of a release. `sha256` (hex) is also its address. */
export interface Artifact {
  id: string;
  kind: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  sha512: string;
  sha1: string;
  md5: string;
  uploadedAt: Date;
  /** The ecosystem's own metadata of this file; absent if there is none. */
  metadata?: unknown;
}
