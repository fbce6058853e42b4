import { z } from 'zod';
import { aboutInput, DomainError, type ErrorCode } from './errors.ts';

export const Visibility = z.enum(['public', 'unlisted', 'private', 'internal_org', 'quarantined']);
export type Visibility = z.infer<typeof Visibility>;

export const RepositoryKind = z.enum(['public', 'private', 'staging', 'release']);
export type RepositoryKind = z.infer<typeof RepositoryKind>;

/** Whether releases in such a repository need an approval. */
export function asksForApproval(kind: RepositoryKind): boolean {
  return kind === 'staging' || kind === 'release';
}

const breadth: Record<Visibility, number> = {
  public: 2,
  unlisted: 1,
  private: 0,
  internal_org: 0,
  quarantined: 0,
};

/** The error for a visibility that a repository or a package can not have. */
export const visibilityRefused = (code: ErrorCode, detail: string) =>
  aboutInput('visibility', new DomainError(code, detail));

/** The error for `internal` without an organization: it would have no readers. */
export const internalOfPerson = () =>
  visibilityRefused('validation_failed', 'internal_org needs a repository that an organization owns');

/** The narrower visibility: a package created while its repository is narrowed must not stay open. */
export function narrower(visibility: Visibility, repository: Visibility): Visibility {
  return isBroader(visibility, repository) ? repository : visibility;
}

/** Whether lists of a repository show a package of this visibility to the repository's readers. */
export function isShownToReadersOf(repository: Visibility, visibility: Visibility): boolean {
  if (visibility === 'unlisted' || visibility === 'quarantined' || repository === 'quarantined') return false;
  return !isBroader(repository, visibility);
}

/** Whether the first visibility has more readers than the second: a package is never broader than its repository. */
export function isBroader(visibility: Visibility, other: Visibility): boolean {
  return breadth[visibility] > breadth[other];
}
