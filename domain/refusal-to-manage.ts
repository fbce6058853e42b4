import type { UserActor } from './actor.ts';
import { type DomainError, forbidden, notFound } from './errors.ts';
import { type Action, rowOf } from './permissions.ts';

/** A package or a repository that a person tries to manage. */
interface Managed {
  kind: 'package' | 'repository';
  name: string;
  ownerOrgId: string | null;
  /** The id of the object itself, and of the objects whose rights include rights on it. */
  ids: readonly (string | null)[];
}

/**
 * `not_found` for a person without any right; members and holders of other rights get the roles that may do one of
 * the actions.
 */
export function refusalToManage(
  user: UserActor,
  { kind, name, ownerOrgId, ids }: Managed,
  actions: readonly Action[],
): DomainError {
  const isMember = ownerOrgId !== null && user.memberships.has(ownerOrgId);
  const isGranted = ids.some((id) => id !== null && user.grants.has(id));
  if (!isMember && !isGranted) return notFound(kind);
  const roles = new Set(actions.flatMap((action) => rowOf(action).roles));
  return forbidden(`${name} is managed by people with one of the roles ${[...roles].join(', ')}`);
}
