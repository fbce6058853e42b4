import { isAuthorized } from '../../domain/authorize.ts';
import type { UserActor } from '../../domain/actor.ts';
import { DomainError, forbidden } from '../../domain/errors.ts';
import type { Violation } from '../../domain/policy.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { RepositoryRow } from '../../store/postgres/packages/repositories.ts';
import { listPoliciesOf } from '../../store/postgres/policies/policies.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listBringers } from '../../store/postgres/releases/bringers.ts';
import { listStagedExtracts } from '../../store/postgres/releases/staged-extracts.ts';
import { listWaitingFiles } from '../../store/postgres/releases/staged-files.ts';
import { judge } from '../policies/judge.ts';

interface Promotion {
  pkg: PackageRow;
  /** Where the releases become visible. */
  place: RepositoryRow;
  user: UserActor;
  /** Every release that readers see there at once. */
  releases: readonly { id: string; version: string }[];
  /** Rules of the target that the caller knows to be violated. */
  accepts: readonly string[];
}

interface Held {
  release: { id: string; version: string };
  violations: readonly Violation[];
}

/**
 * What the policies of the target hold does not become visible there: the promotion is refused, with the releases and the
 * rules. A person who may decide about held releases there accepts violated rules by name, which is an approval of each such
 * release and recorded as that; that each release waits for an approval is met by the promotion of such a person. Returns
 * what is approved so.
 * @throws DomainError `policy_violation`, `forbidden` for a person who brought a file where two people are asked for
 */
export async function judgePromotion(
  tx: Transaction,
  { pkg, place, user, releases, accepts }: Promotion,
): Promise<readonly Held[]> {
  if ((await listPoliciesOf(tx, pkg.id, place.id)).length === 0) return [];
  const held: Held[] = [];
  for (const release of releases) {
    const violations = await judgeAt(tx, pkg, release, place.id);
    if (violations.length > 0) held.push({ release, violations });
  }
  const mayDecide = isAuthorized(user, 'triage', { ...pkg, repositoryId: place.id });
  const isAccepted = ({ rule }: Violation) =>
    mayDecide && (rule === 'require_approval' || accepts.includes(rule));
  const refused = held
    .map(({ release, violations }) => ({
      release,
      violations: violations.filter((violation) => !isAccepted(violation)),
    }))
    .filter(({ violations }) => violations.length > 0);
  if (refused.length > 0) throw refusedBy(place, refused);
  await assertSecondPerson(tx, { pkg, place, user }, held);
  return held;
}

async function judgeAt(
  tx: Transaction,
  pkg: PackageRow,
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

function refusedBy(place: RepositoryRow, refused: readonly Held[]): DomainError {
  const lines = refused
    .slice(0, named)
    .map(
      ({ release, violations }) =>
        `${release.version}: ${violations.map(({ rule, message }) => `${message} (${rule})`).join(', ')}`,
    );
  const more = refused.length > named ? `; and ${refused.length - named} more` : '';
  return new DomainError('policy_violation', `the policy of ${place.slug} holds ${lines.join('; ')}${more}`);
}

async function assertSecondPerson(
  tx: Transaction,
  { pkg, place, user }: Pick<Promotion, 'pkg' | 'place' | 'user'>,
  held: readonly Held[],
): Promise<void> {
  const policies = await listPoliciesOf(tx, pkg.id, place.id);
  if (!policies.some(({ document }) => document.require_approval === 'two_person')) return;
  for (const { release } of held) {
    if (!(await listBringers(tx, { releaseId: release.id })).has(user.userId)) continue;
    throw forbidden(
      `the policy of ${place.slug} asks for two people: a person who brought no file of ${release.version} promotes`,
    );
  }
}
