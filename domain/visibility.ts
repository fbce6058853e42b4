import { z } from 'zod';

export const Visibility = z.enum(['public', 'unlisted', 'private', 'internal_org', 'quarantined']);
export type Visibility = z.infer<typeof Visibility>;

export const RepositoryKind = z.enum(['public', 'private', 'staging', 'release']);
export type RepositoryKind = z.infer<typeof RepositoryKind>;

const breadth: Record<Visibility, number> = {
  public: 2,
  unlisted: 1,
  private: 0,
  internal_org: 0,
  quarantined: 0,
};

/** A package is never broader than its repository. */
export function isTooBroad(visibility: Visibility, repository: Visibility): boolean {
  return breadth[visibility] > breadth[repository];
}
