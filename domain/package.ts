import type { EcosystemId } from './ecosystem-id.ts';
import type { Visibility } from './visibility.ts';

/** Versions that should not be installed any more. */
export interface Withheld {
  /** The versions contain malware, were withdrawn after they were visible, or are denied by a policy. */
  why: 'malware' | 'quarantine' | 'denied';
  /** Lookup keys; null for every version. */
  versions: readonly string[] | null;
  /** Written by the person or policy that withheld them. */
  reason: string | null;
}

/** A package with all facts for decisions about it, including its repository and that repository's owner. */
export interface Package {
  id: string;
  ecosystem: EcosystemId;
  /** The name as first published. */
  name: string;
  /** Unique per ecosystem. */
  nameKey: string;
  visibility: Visibility;
  displayName: string | null;
  description: string | null;
  readme: string | null;
  homepage: string | null;
  repositoryUrl: string | null;
  license: string | null;
  keywords: string[];
  isDeprecated: boolean;
  deprecationMessage: string | null;
  isArchived: boolean;
  /** Set if users have seen releases of the package and all of those are held or rejected now. */
  isWithheld: boolean;
  /** Only loaded for rendering. */
  withheld?: readonly Withheld[];
  /** The last change of the set of visible versions or of their yanks. Null: never. Only loaded for rendering. */
  versionsChangedAt?: Date | null;
  /** Addresses of the package in other indexes that this package extends; set by a platform administrator. */
  tracks: readonly string[];
  /** Addresses of the package in other indexes to which the same maintainers publish. */
  alternateLocations: readonly string[];
  latestVersion: string | null;
  downloadCount: number;
  /** Number of releases that protocol reads can see. At zero, only managers see the package. */
  readableReleases: number;
  createdAt: Date;
  updatedAt: Date;
  repositoryId: string;
  repositorySlug: string;
  repositoryVisibility: Visibility;
  ownerUserId: string | null;
  ownerOrgId: string | null;
  /** The name of the person or organization that owns the repository. */
  ownerName: string;
  /** Usernames of maintainers beside the owner, in byte order. */
  maintainers: readonly string[];
}
