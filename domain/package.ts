import type { EcosystemId } from './ecosystem-id.ts';
import type { Visibility } from './visibility.ts';

/** Versions that should not be installed any more. */
export interface Withheld {
  /** Malware was found, it was withdrawn after it was visible, or a policy denies it. */
  why: 'malware' | 'quarantine' | 'denied';
  /** Lookup keys; null for every version. */
  versions: readonly string[] | null;
  /** Written by the person or policy that withheld them. */
  reason: string | null;
}

/** A package with all facts for decisions about it: its repository and that repository's owner. */
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
  /** People have seen releases of it, and all of those are held or rejected now. */
  isWithheld: boolean;
  /** Only of packages that are rendered. */
  withheld?: readonly Withheld[];
  /**
   * The last change of its visible versions: one more or fewer, yanked or put back. Null: never.
   * Only of packages that are rendered.
   */
  versionsChangedAt?: Date | null;
  /** Addresses of the package in other indexes that this one adds to: set by an administrator of the platform. */
  tracks: readonly string[];
  /** Addresses of the package in other indexes that its own people publish to. */
  alternateLocations: readonly string[];
  latestVersion: string | null;
  downloadCount: number;
  /** Releases that protocol reads can see. With none the package is hidden from all but its managers. */
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
