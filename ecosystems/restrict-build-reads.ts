import { anonymous, isBuild } from '../domain/actor.ts';
import type { Caller } from '../domain/caller.ts';
import type { RouteContext } from './context/context.ts';

/**
 * For clients that read a package before they publish it. A build with a trusted-publishing token reads the packages
 * that it may publish as the person behind the build, and everything else as an anonymous reader. Other callers are
 * returned unchanged.
 */
export async function restrictBuildReads<Who extends Caller>(
  context: Pick<RouteContext, 'callers' | 'packages'>,
  caller: Who,
  name: string | undefined,
): Promise<Who | (Omit<Who, 'actor'> & { actor: typeof anonymous })> {
  if (!isBuild(caller.actor)) return caller;
  const own = name === undefined ? undefined : await context.callers.underName(caller, name);
  const isOwn = own && name !== undefined && (await context.packages.permissions(own, name)).publish;
  return isOwn ? own : { ...caller, actor: anonymous };
}
