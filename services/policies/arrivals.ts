import type { UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError, forbidden } from '../../domain/errors.ts';
import type { Violation } from '../../domain/policy.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { listPoliciesInForce, listPoliciesOf } from '../../store/postgres/policies/policies.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { findFileSet } from '../../store/postgres/releases/file-sets.ts';
import { listUploaders } from '../../store/postgres/releases/release-uploaders.ts';
import { listStagedExtracts } from '../../store/postgres/releases/staged-extracts.ts';
import { listWaitingFiles } from '../../store/postgres/releases/staged-files.ts';
import { judge } from './judge.ts';
import { auditTarget } from '../packages/audit-target.ts';

/** The violated rules that the caller accepts, from an earlier refusal. */
export interface Accepted {
  /** Names of violated rules of the target. */
  rules: readonly string[];
  /** The digest in the refusal: the acceptance applies to exactly the same releases and files. */
  digest: string | null;
}

export const nothingAccepted: Accepted = { rules: [], digest: null };

export interface Arrival {
  /** The repository in which the releases become visible. */
  place: { id: string; slug: string };
  user: UserActor;
  accepted: Accepted;
  reason: string | null;
  packages: readonly ArrivingPackage[];
}

export interface ArrivingPackage {
  /** The package, with its owner after the arrival. */
  pkg: { id: string; ecosystem: string; name: string; ownerOrgId: string | null };
  /** The releases that readers see there at once. */
  releases: readonly { id: string; version: string }[];
  /** Whether the user may decide about held releases there. */
  mayDecide: boolean;
}

interface Held extends ArrivingPackage {
  release: { id: string; version: string };
  violations: readonly Violation[];
}

/**
 * Applies the policies of the target to releases that become visible there by a promotion, a transfer or another
 * visibility. If a policy holds any of them, the request is refused with the releases, the rules and a digest of all
 * arriving releases and files. A user who may decide about held releases there can accept violated rules by name with
 * that digest; this is recorded as an approval of each such release. The request of such a user also fulfils a rule
 * that requires an approval of each release.
 * @throws DomainError `policy_violation`, `precondition_required` for rules without a digest, `precondition_failed`
 * when other releases or files arrive by now, `forbidden` for an uploader of a file where two people or a cool-down
 * are required
 */
export async function approveArrival(tx: Transaction, caller: Caller, arrival: Arrival): Promise<void> {
  const { place, accepted, reason } = arrival;
  const held = await listHeld(tx, arrival);
  if (held.length === 0) return;
  const refused = held
    .map(({ violations, ...each }) => ({
      ...each,
      violations: violations.filter(
        ({ rule }) => !each.mayDecide || (rule !== 'require_approval' && !accepted.rules.includes(rule)),
      ),
    }))
    .filter(({ violations }) => violations.length > 0);
  const digest = await digestOf(tx, arrival);
  if (refused.length > 0) throw refusedBy(arrival, refused, digest);
  assertSame(accepted, held, digest);
  await assertSecondPerson(tx, arrival, held);
  for (const { pkg, release, violations } of held) {
    await writeAudit(tx, {
      ...auditTarget(caller, pkg, release),
      action: 'release_approve',
      metadata: {
        ecosystem: pkg.ecosystem,
        name: pkg.name,
        version: release.version,
        reason,
        repository: place.slug,
        rules: [...new Set(violations.map(({ rule }) => rule))].join(' '),
        arrival_digest: digest,
      },
    });
  }
}

async function listHeld(tx: Transaction, { place, packages }: Arrival): Promise<Held[]> {
  const held: Held[] = [];
  for (const each of packages) {
    if ((await listPoliciesInForce(tx, each.pkg.id, place.id)).length === 0) continue;
    for (const release of each.releases) {
      const violations = await judgeAt(tx, each.pkg, release, place.id);
      if (violations.length > 0) held.push({ ...each, release, violations });
    }
  }
  return held;
}

/** Returns the digest of the arriving releases and their files. */
async function digestOf(tx: Transaction, { packages }: Arrival): Promise<string> {
  const arriving: string[] = [];
  for (const { pkg, releases } of packages) {
    for (const { id, version } of releases) {
      const { digest } = await findFileSet(tx, { releaseId: id });
      arriving.push(JSON.stringify([pkg.ecosystem, pkg.name, version, digest]));
    }
  }
  return sha256Hex(arriving.toSorted().join('\n'));
}

/** @throws DomainError `precondition_required`, `precondition_failed` */
function assertSame(accepted: Accepted, held: readonly Held[], digest: string): void {
  if (accepted.digest === digest) return;
  if (accepted.digest !== null) {
    throw new DomainError(
      'precondition_failed',
      'other releases or files arrive by now: send the request without accepts_rules to read the refusal again',
    );
  }
  if (!held.some(({ violations }) => violations.some(({ rule }) => rule !== 'require_approval'))) return;
  throw new DomainError(
    'precondition_required',
    'say what the rules are accepted for: send arrival_digest of the refusal with them',
  );
}

async function judgeAt(
  tx: Transaction,
  pkg: ArrivingPackage['pkg'],
  { id }: { id: string },
  repositoryId: string,
): Promise<Violation[]> {
  const joining = [];
  for (const upload of await listWaitingFiles(tx, id)) {
    const extracts = await listStagedExtracts(tx, upload.id);
    joining.push({ filename: upload.filename, upload, extracts, cameAt: upload.stagedAt });
  }
  return judge(tx, { release: { id, packageId: pkg.id }, joining, isVisible: false, repositoryId });
}

/** The most releases that a refusal names. */
const named = 20;

function refusedBy({ place, packages }: Arrival, refused: readonly Held[], digest: string): DomainError {
  const lines = refused.slice(0, named).map(({ pkg, release, violations }) => {
    const of = packages.length > 1 ? `${pkg.name} ` : '';
    return `${of}${release.version}: ${violations.map(({ rule, message }) => `${message} (${rule})`).join(', ')}`;
  });
  const more = refused.length > named ? `; and ${refused.length - named} more` : '';
  return new DomainError('policy_violation', `the policy of ${place.slug} holds ${lines.join('; ')}${more}`, {
    details: { arrival_digest: digest },
  });
}

/** Refuses an uploader where a policy requires two people, and during a cool-down. @throws DomainError `forbidden` */
async function assertSecondPerson(
  tx: Transaction,
  { place, user }: Arrival,
  held: readonly Held[],
): Promise<void> {
  for (const { pkg, release, violations } of held) {
    const policies = await listPoliciesOf(tx, pkg.id, place.id);
    const asksForTwo = policies.some(({ document }) => document.require_approval === 'two_person');
    const isCooling = violations.some(({ rule }) => rule === 'cool_down_hours');
    if (!asksForTwo && !isCooling) continue;
    if (!(await listUploaders(tx, { releaseId: release.id })).has(user.userId)) continue;
    throw forbidden(
      `the policy of ${place.slug} asks for ${asksForTwo ? 'two people' : 'a cool-down'}: a person who brought no file of ${release.version} brings it in`,
    );
  }
}
