import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Package } from '../../../domain/package.ts';
import type { Release } from '../../../domain/release.ts';
import type { RouteContext } from '../../context/context.ts';
import { revisionOf } from '../format/documents.ts';

/** The current state of a package, as in its document. */
export interface PackageState {
  package: Package;
  releases: Release[];
  tags: ReadonlyMap<string, string>;
}

/** The state for writers, which must not come from a cache. @throws DomainError `not_found` */
export async function readState(context: RouteContext, caller: Caller, name: string): Promise<PackageState> {
  const found = await context.packages.get(caller, name, { metadata: [] });
  return { ...found, tags: await readTags(context, caller, name) };
}

async function readTags(
  context: RouteContext,
  caller: Caller,
  name: string,
): Promise<ReadonlyMap<string, string>> {
  const { tags } = await context.tags.list(caller, name);
  return new Map(tags.map((tag) => [tag.name, tag.version]));
}

/** @throws DomainError `invalid_state` when the package changed since the writer read it */
export function assertRevision(state: PackageState, given: unknown): void {
  if (given === revisionOf(state)) return;
  throw new DomainError('invalid_state', 'Document update conflict.');
}
