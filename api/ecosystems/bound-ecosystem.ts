import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import { assertMount } from '../../services/packages/mount.ts';
import type { EcosystemDeps } from './deps.ts';

/** What the groups of the route context share: one ecosystem and its mounts. */
export interface BoundEcosystem {
  readonly deps: EcosystemDeps;
  readonly ecosystem: Format;
  /** What was found; what is missing and what is hidden are one. @throws `not_found` */
  found<T>(what: string, value: T | null | undefined): T;
  /** On a repository mount only that repository exists, and only for those who may know it. @throws `unauthenticated`, `not_found` */
  assertMount(caller: Caller, repositorySlug?: string): Promise<void>;
}

export function bindEcosystem(deps: EcosystemDeps, ecosystem: Format): BoundEcosystem {
  return {
    deps,
    ecosystem,
    found<T>(what: string, value: T | null | undefined): T {
      if (value === null || value === undefined) throw notFound(what);
      return value;
    },
    assertMount: (caller, repositorySlug) => assertMount(deps, caller, repositorySlug),
  };
}
