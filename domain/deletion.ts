/** The conditions under which an ecosystem allows deletion of a release that others may have used. */
export interface DeletionRule {
  /** Hours since the release became visible; null: no time limit. */
  withinHours: number | null;
  /** Whether the release must stay while other packages of this registry depend on it. */
  keepsForDependents: boolean;
}

const hourMs = 3_600_000;

/** Why a version must stay, as a sentence that names no other package; null if it may be deleted. */
export function reasonToKeep(
  release: { version: string; publishedAt: Date | null },
  facts: { now: Date; hasDependents: boolean },
  rule: DeletionRule,
): string | null {
  const { withinHours, keepsForDependents } = rule;
  const ageMs = release.publishedAt === null ? 0 : facts.now.getTime() - release.publishedAt.getTime();
  if (withinHours !== null && ageMs > withinHours * hourMs) {
    return `${release.version} has been visible for more than ${withinHours} hours: deprecate it instead`;
  }
  if (keepsForDependents && facts.hasDependents) {
    return `other packages depend on this one: deprecate ${release.version} instead`;
  }
  return null;
}

/**
 * Whether an existing version can't be published: a deleted one if versions stay reserved, any other one if it was
 * visible.
 */
export function isTaken(
  release: { state: string; publishedAt: Date | null },
  deletedVersions: 'reserved' | 'free',
): boolean {
  if (release.state === 'deleted') return deletedVersions === 'reserved';
  return release.state === 'published' || release.publishedAt !== null;
}
