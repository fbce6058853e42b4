/** The conditions under which an ecosystem lets people delete a release that others may have used. */
export interface DeletionRule {
  /** Hours after it became visible; null for ever. */
  withinHours: number | null;
  /** Whether it has to stay while other packages of this registry depend on it. */
  keepsForDependents: boolean;
}

const hourMs = 3_600_000;

/** Why a version has to stay, as a sentence that names no other package; null when it may go. */
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

/** Whether a version that exists in some form may not be published: a visible one is reserved unless deleted and free. */
export function isTaken(
  release: { state: string; publishedAt: Date | null },
  deletedVersions: 'reserved' | 'free',
): boolean {
  if (release.state === 'deleted') return deletedVersions === 'reserved';
  return release.state === 'published' || release.publishedAt !== null;
}
