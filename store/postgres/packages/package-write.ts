import type { Visibility } from '../../../domain/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

/** A change of a package from its page; absent members stay unchanged. */
export interface PackageChange {
  displayName?: string | null | undefined;
  description?: string | null | undefined;
  readme?: string | null | undefined;
  homepage?: string | null | undefined;
  repositoryUrl?: string | null | undefined;
  license?: string | null | undefined;
  keywords?: string[] | undefined;
  isDeprecated?: boolean | undefined;
  deprecationMessage?: string | null | undefined;
  trustedPublishingOnly?: boolean | undefined;
  isArchived?: boolean | undefined;
  tracks?: readonly string[] | undefined;
  alternateLocations?: readonly string[] | undefined;
  visibility?: Visibility | undefined;
}

const texts = {
  displayName: 'display_name',
  description: 'description',
  readme: 'readme',
  homepage: 'homepage',
  repositoryUrl: 'repository_url',
  license: 'license',
  deprecationMessage: 'deprecation_message',
  visibility: 'visibility',
} as const satisfies Partial<Record<keyof PackageChange, string>>;

const lists = {
  keywords: 'keywords',
  tracks: 'tracks',
  alternateLocations: 'alternate_locations',
} as const satisfies Partial<Record<keyof PackageChange, string>>;

const flags = {
  isDeprecated: 'is_deprecated',
  trustedPublishingOnly: 'trusted_publishing_only',
  isArchived: 'is_archived',
} as const satisfies Partial<Record<keyof PackageChange, string>>;

/** Call it within `Catalog.changePackage`, which renders the affected documents. */
export async function updatePackage(db: Queryable, packageId: string, change: PackageChange): Promise<void> {
  const assignments = [sql.fragment`updated_at = now()`];
  for (const [member, column] of Object.entries(texts)) {
    // `satisfies` above ensures that the keys of `texts` are keys of the change
    const value = change[member as keyof typeof texts];
    if (value !== undefined) assignments.push(sql.fragment`${sql.identifier([column])} = ${value}`);
  }
  for (const [member, column] of Object.entries(lists)) {
    const values = change[member as keyof typeof lists];
    if (values !== undefined) {
      assignments.push(sql.fragment`${sql.identifier([column])} = ${sql.array([...values], 'text')}`);
    }
  }
  for (const [member, column] of Object.entries(flags)) {
    const value = change[member as keyof typeof flags];
    if (value !== undefined) assignments.push(sql.fragment`${sql.identifier([column])} = ${value}`);
  }
  await db.query(sql.typeAlias('void')`
    update packages set ${sql.join(assignments, sql.fragment`, `)} where packages.id = ${packageId}`);
}

/** Archives a package. Call it within `Catalog.changePackage`, too. */
export async function archivePackage(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update packages set is_archived = true, updated_at = now() where packages.id = ${packageId}`);
}
