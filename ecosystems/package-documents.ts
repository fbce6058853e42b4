import type { Document, DocumentFrame } from '../domain/document.ts';
import type { Package } from '../domain/package.ts';
import type { Release } from '../domain/release.ts';
import type { Mount, RenderInput } from './render-input.ts';

/** The facts of the package and its mounts that entries may show: a change of one fact renders all entries again. */
export interface PackageFacts extends Pick<
  Package,
  'name' | 'nameKey' | 'isDeprecated' | 'deprecationMessage' | 'ownerName' | 'maintainers'
> {
  mounts: readonly Pick<Mount, 'url' | 'documentPrefix'>[];
}

/** The entries and documents of one release in the documents of its package. */
export interface ReleaseParts {
  /** JSON or text by the name of its list; a list without the release is absent. */
  entries: Readonly<Record<string, string>>;
  /** Documents about this release alone. */
  documents: readonly Document[];
}

/**
 * The index documents of a package, in parts: a new version of a package with thousands must not render all versions.
 * A document is its frame with the entries of all releases in it; no other renderer exists.
 */
export interface PackageDocuments {
  /** Compares version keys; sorts the entries. Null: entries are in the order of first publication. */
  readonly order: ((a: string, b: string) => number) | null;
  /** Every document that is not about a single release. `input.releases` is in the order of the entries. */
  frames(input: RenderInput): DocumentFrame[];
  release(release: Release, of: PackageFacts): ReleaseParts;
  /** The documents list withheld versions: a policy with other denials makes the documents stale. */
  readonly sayWithheld?: true;
}

/** For an ecosystem whose reads page through rows. */
export const noDocuments: PackageDocuments = {
  order: null,
  frames: () => [],
  release: () => ({ entries: {}, documents: [] }),
};
