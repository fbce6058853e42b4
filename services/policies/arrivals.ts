import type { UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError, forbidden } from '../../domain/errors.ts';
import type { Violation } from '../../domain/policy.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { listPoliciesOf } from '../../store/postgres/policies/policies.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listUploaders } from '../../store/postgres/releases/release-uploaders.ts';
import { listStagedExtracts } from '../../store/postgres/releases/staged-extracts.ts';
import { listWaitingFiles } from '../../store/postgres/releases/staged-files.ts';
import { judge } from './judge.ts';
import { auditTarget } from '../packages/audit-target.ts';

export interface Arrival {
  /** The package, with its owner after the arrival. */
  pkg: { id: string; ecosystem: string; name: string; ownerOrgId: string | null };
  /** Where the releases become visible. */
  place: { id: string; slug: string };
  user: UserActor;
  /** Every release that readers see there at once. */
  releases: readonly { id: string; version: string }[];
  /** Rules of the target that the caller knows to be violated. */
  accepts: readonly string[];
  /** Whether the user may decide about held releases there. */
  mayDecide: boolean;
  reason: string | null;
}

interface Held {
  release: { id: string; version: string };
  violations: readonly Violation[];
}

/**
 * Releases that the policies of the target hold do not become visible there by a promotion or a transfer: the request is refused, with the releases
 * and the rules. A person who may decide about held releases there accepts violated rules by name, which is recorded as an approval of each such
 * release; a rule that each release needs an approval is fulfilled by the request of such a person.
 * @throws DomainError `policy_violation`, `forbidden` for an uploader of a file where two people or a cool-down are required
 */
export async function approveArrival(tx: Transaction, caller: Caller, arrival: Arrival): Promise<void> {
  const { pkg, place, releases, accepts, mayDecide, reason } = arrival;
  if ((await listPoliciesOf(tx, pkg.id, place.id)).length === 0) return;
  const held: Held[] = [];
  for (const release of releases) {
    const violations = await judgeAt(tx, pkg, release, place.id);
    if (violations.length > 0) held.push({ release, violations });
  }
  const isAccepted = ({ rule }: Violation) =>
    mayDecide && (rule === 'require_approval' || accepts.includes(rule));
  const refused = held
    .map(({ release, violations }) => ({
      release,
      violations: violations.filter((violation) => !isAccepted(violation)),
    }))
    .filter(({ violations }) => violations.length > 0);
  if (refused.length > 0) throw refusedBy(place, refused);
  await assertSecondPerson(tx, arrival, held);
  for (const { release, violations } of held) {
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
      },
    });
  }
}

async function judgeAt(
  tx: Transaction,
  pkg: Arrival['pkg'],
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

/** Releases named in a refusal. */
const named = 20;

function refusedBy(place: Arrival['place'], refused: readonly Held[]): DomainError {
  const lines = refused
    .slice(0, named)
    .map(
      ({ release, violations }) =>
        `${release.version}: ${violations.map(({ rule, message }) => `${message} (${rule})`).join(', ')}`,
    );
  const more = refused.length > named ? `; and ${refused.length - named} more` : '';
  return new DomainError('policy_violation', `the policy of ${place.slug} holds ${lines.join('; ')}${more}`);
}

/** Refuses the uploader where a policy requires two people, and during a cool-down. @throws DomainError `forbidden` */
async function assertSecondPerson(
  tx: Transaction,
  { pkg, place, user }: Pick<Arrival, 'pkg' | 'place' | 'user'>,
  held: readonly Held[],
): Promise<void> {
  const policies = await listPoliciesOf(tx, pkg.id, place.id);
  const asksForTwo = policies.some(({ document }) => document.require_approval === 'two_person');
  for (const { release, violations } of held) {
    const isCooling = violations.some(({ rule }) => rule === 'cool_down_hours');
    if (!asksForTwo && !isCooling) continue;
    if (!(await listUploaders(tx, { releaseId: release.id })).has(user.userId)) continue;
    throw forbidden(
      `the policy of ${place.slug} asks for ${asksForTwo ? 'two people' : 'a cool-down'}: a person who brought no file of ${release.version} brings it in`,
    );
  }
}
