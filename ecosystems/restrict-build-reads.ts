import { anonymous, isBuild } from '../domain/actor.ts';
import type { Caller } from '../domain/caller.ts';
import type { RouteContext } from './context/context.ts';

/**
 * For clients that look before they write. A build with a token of trusted publishing reads the packages that it may publish as the
 * person behind it does; everything else as an anonymous reader. Other callers stay unchanged.
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
