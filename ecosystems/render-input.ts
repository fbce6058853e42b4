import type { Package } from '../domain/package.ts';
import type { Release, ReleaseSummary } from '../domain/release.ts';

/** The mount that a client uses: the shared one or a repository's, e.g. `/cargo` or `/cargo/r/team`. */
export interface Mount {
  /** Absolute URL without a trailing slash. */
  url: string;
  /** Path prefix of this mount's documents below the ecosystem: `` or `r/team/`. */
  documentPrefix: string;
  /** Whether a client must send its credential with every request, reads included. */
  requiresAuth: boolean;
}

export interface RenderInput {
  package: Package;
  /** Readable releases only, in the order they were first published; see `Traits.rendersFrom`. */
  releases: readonly ReleaseSummary[];
  /** The complete releases that `Format.featured` selected, by version key. */
  featured: ReadonlyMap<string, Release>;
  /** The version of each movable name; readable versions only. */
  tags: ReadonlyMap<string, string>;
  /** The shared mount and the mount of the package's repository. */
  mounts: Mount[];
  /** URL of the portal and management API, without a trailing slash. */
  baseUrl: string;
}
