import type { Actor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { type DomainError, notFound, unauthenticated } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import { assertMount } from '../../services/packages/mount.ts';
import type { EcosystemDeps } from './deps.ts';

/** What the groups of the route context share: one ecosystem, its mounts, and how it tells of what is hidden. */
export interface BoundEcosystem {
  readonly deps: EcosystemDeps;
  readonly ecosystem: Format;
  /** For what is missing or hidden: a challenge where that may be told to anonymous callers. */
  hidden(actor: Actor, what: string): DomainError;
  /** What was found, else {@link hidden}. @throws `unauthenticated`, `not_found` */
  found<T>(caller: Caller, what: string, value: T | null | undefined): T;
  /** On a repository mount only that repository exists, and only for those who may know it. @throws `unauthenticated`, `not_found` */
  assertMount(caller: Caller, repositorySlug?: string): Promise<void>;
}

export function bindEcosystem(deps: EcosystemDeps, ecosystem: Format): BoundEcosystem {
  function hidden(actor: Actor, what: string): DomainError {
    return deps.advertiseAuth && actor.kind === 'anonymous' ? unauthenticated() : notFound(what);
  }

  return {
    deps,
    ecosystem,
    hidden,
    found<T>(caller: Caller, what: string, value: T | null | undefined): T {
      if (value === null || value === undefined) throw hidden(caller.actor, what);
      return value;
    },
    assertMount: (caller, repositorySlug) => assertMount(deps, caller, repositorySlug),
  };
}
