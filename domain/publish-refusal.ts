import { type AccessFacts, canRead } from './access.ts';
import type { Actor } from './actor.ts';

/** Why the actor may not publish, in a sentence that reveals nothing hidden from them. */
export function publishRefusal(
  pkg: AccessFacts & { name: string; repositorySlug: string },
  actor: Actor,
): string {
  const isColleague =
    actor.kind === 'user' && pkg.ownerOrgId !== null && actor.memberships.has(pkg.ownerOrgId);
  return `you may not publish ${pkg.name}: ${reasonFor(pkg, actor, isColleague)}`;
}

function reasonFor(
  pkg: AccessFacts & { repositorySlug: string },
  actor: Actor,
  isColleague: boolean,
): string {
  if (!canRead(pkg, actor)) return 'the name is taken';
  return isColleague
    ? `the right to publish in the repository ${pkg.repositorySlug} is missing`
    : 'it belongs to another account';
}
