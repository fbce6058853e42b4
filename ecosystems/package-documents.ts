import type { Document, DocumentFrame } from '../domain/document.ts';
import type { Package } from '../domain/package.ts';
import type { Release } from '../domain/release.ts';
import type { Mount, RenderInput } from './render-input.ts';

/** The facts of the package and its places that entries may show: when one of these changes, all are rendered again. */
export interface PackageFacts extends Pick<
  Package,
  'name' | 'nameKey' | 'isDeprecated' | 'deprecationMessage' | 'ownerName' | 'maintainers'
> {
  mounts: readonly Pick<Mount, 'url' | 'documentPrefix'>[];
}

/** The entries and documents of one release in the documents of its package. */
export interface ReleaseParts {
  /** JSON or text by the name of its list; none where the release is not in that list. */
  entries: Readonly<Record<string, string>>;
  /** About this release alone. */
  documents: readonly Document[];
}

/**
 * The index documents of a package, in the parts that a change renders: one more version of a package that has
 * thousands must not cost as much as all of them. A document is its frame with the entries of all releases in it, and
 * there is no other way to render it.
 */
export interface PackageDocuments {
  /** Compares version keys: how entries are ordered. Null: as the releases were first published. */
  readonly order: ((a: string, b: string) => number) | null;
  /** Every document that has more than one release in it, or none. Releases in the order of the entries. */
  frames(input: RenderInput): DocumentFrame[];
  release(release: Release, of: PackageFacts): ReleaseParts;
  /** They list withheld versions: a policy with other denials makes them stale. */
  readonly sayWithheld?: true;
}

/** For an ecosystem whose reads page through rows. */
export const noDocuments: PackageDocuments = {
  order: null,
  frames: () => [],
  release: () => ({ entries: {}, documents: [] }),
};
