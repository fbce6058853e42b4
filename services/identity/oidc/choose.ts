import { forbidden } from '../../../domain/errors.ts';
import {
  type BuildIdentity,
  isMatch,
  isSameOwner,
  type PublisherRules,
} from '../../../domain/trusted-publisher.ts';

/** What the choice looks at. */
export interface Choosable extends PublisherRules {
  packageId: string;
  nameKey: string;
  repositorySlug: string;
  repositoryOwnerId: string | null;
  ownerName: string;
  createdBy: string;
  createdByName: string;
}

export interface Wanted {
  /** One package, or all that the same person has opened to this build. */
  packages: 'one' | 'all';
  nameKey?: string;
  username?: string;
  repositorySlug: string | null;
}

/**
 * Exactly one publisher of a package must match. Anybody may name any source repository, so builds can say whose
 * package they mean: a stranger who names the same repository changes nothing for them.
 * @throws DomainError `forbidden`
 */
export function choosePublishers<T extends Choosable>(
  candidates: readonly T[],
  build: BuildIdentity,
  wanted: Wanted,
): readonly T[] {
  const named = candidates.filter((candidate) => isMatch(candidate, build) && isMeant(candidate, wanted));
  const matching = named.filter((candidate) => isSameOwner(candidate.repositoryOwnerId, build));
  if (matching.length === 0) throw named.length === 0 ? noMatch(build) : otherOwner();
  const packages = new Set(matching.map(({ packageId }) => packageId));
  if (packages.size < matching.length) throw forbidden('several trusted publishers of the package match');
  if (wanted.packages === 'one' && packages.size > 1) {
    throw forbidden('trusted publishers of several packages match: name the package');
  }
  const people = new Set(matching.map(({ createdBy }) => createdBy));
  if (wanted.username === undefined && people.size > 1) {
    throw forbidden('trusted publishers of several people match: name the user');
  }
  return matching;
}

function isMeant(candidate: Choosable, { nameKey, username, repositorySlug }: Wanted): boolean {
  const user = username?.toLowerCase();
  return (
    (nameKey === undefined || candidate.nameKey === nameKey) &&
    (repositorySlug === null || candidate.repositorySlug === repositorySlug) &&
    (user === undefined ||
      candidate.ownerName.toLowerCase() === user ||
      candidate.createdByName.toLowerCase() === user)
  );
}

const noMatch = ({ repository, subject, workflowRef, environment }: BuildIdentity) =>
  forbidden(
    `no trusted publisher matches ${repository ?? subject}, workflow ${workflowRef ?? 'none'}, environment ${environment ?? 'none'}`,
  );

/** A repository's name that is free again can be taken by anybody. */
export const otherOwner = () =>
  forbidden(
    'the repository belongs to somebody else than when the publisher was named or first used: name it again',
  );
