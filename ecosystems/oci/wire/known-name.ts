import type { Caller } from '../../../domain/caller.ts';
import type { RouteContext } from '../../context/context.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';

/**
 * Whether a name exists for a caller who sees no release of it; equal for all routes of the name. A name without a
 * visible release exists for users who may read or publish its package, or who have a blob in it.
 */
export async function isNameKnown(
  context: Pick<RouteContext, 'packages' | 'parts'>,
  caller: Caller,
  name: string,
): Promise<boolean> {
  const may = await context.packages.permissions(caller, name);
  if (may.exists && (may.read || may.publish)) return true;
  // on the mount of a repository that the caller may not see, no name exists
  return (await undefinedIfMissing(context.parts.hasAny(caller, name))) === true;
}
