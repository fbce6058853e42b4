import { z } from 'zod';
import { ReleaseState } from '../../../domain/release.ts';
import { type Queryable, sql } from '../pool.ts';

const Keys = z.object({ keys: z.array(z.string()) });

/** Version keys of a package in no particular order: a list page sorts them before it reads its few rows. */
export async function listVersionKeys(
  db: Queryable,
  packageId: string,
  { includeUnreleased }: { includeUnreleased: boolean },
): Promise<readonly string[]> {
  const { keys } = await db.one(sql.type(Keys)`
    select coalesce(array_agg(releases.version_key), '{}') as keys from releases
    where releases.package_id = ${packageId} and (${includeUnreleased} or releases.state = 'published')`);
  return keys;
}

const ReleaseLine = z.object({
  id: z.string(),
  version: z.string(),
  versionKey: z.string(),
  state: ReleaseState,
  statusReason: z.string().nullable(),
  isYanked: z.boolean(),
  isDeprecated: z.boolean(),
  isPrerelease: z.boolean(),
  uploadedAt: z.date(),
  publishedAt: z.date().nullable(),
});
/** A release as lists show it. */
export type ReleaseLine = z.infer<typeof ReleaseLine>;

/** In the order of `versionKeys`; releases that were removed meanwhile are omitted. */
export async function listReleaseLines(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
): Promise<readonly ReleaseLine[]> {
  const keys = sql.array([...versionKeys], 'text');
  return db.any(sql.type(ReleaseLine)`
    select releases.id, releases.version, releases.version_key, releases.state, releases.status_reason,
      releases.is_yanked, releases.is_deprecated, releases.is_prerelease, releases.uploaded_at,
      releases.published_at
    from releases
    where releases.package_id = ${packageId} and releases.version_key = any(${keys})
    order by array_position(${keys}, releases.version_key)`);
}

const Texts = z.object({
  description: z.string().nullable(),
  changelog: z.string().nullable(),
  sourceRef: z.string().nullable(),
  provenance: z.record(z.string(), z.unknown()).nullable(),
});
/** The description that the publisher gave through the management API. */
export type ReleaseTexts = z.infer<typeof Texts>;

export async function findReleaseTexts(db: Queryable, releaseId: string): Promise<ReleaseTexts | null> {
  return db.maybeOne(sql.type(Texts)`
    select releases.description, releases.changelog, releases.source_ref, releases.provenance
    from releases where releases.id = ${releaseId}`);
}

/** Before the inspection, the request declares whether the release is a pre-release. */
export async function saveReleaseTexts(
  db: Queryable,
  releaseId: string,
  { description, changelog, sourceRef, provenance, isPrerelease }: ReleaseTexts & { isPrerelease: boolean },
): Promise<void> {
  const given = provenance === null ? null : JSON.stringify(provenance);
  await db.query(sql.typeAlias('void')`
    update releases set description = ${description}, changelog = ${changelog}, source_ref = ${sourceRef},
      provenance = ${given}::jsonb, is_prerelease = ${isPrerelease}
    where releases.id = ${releaseId}`);
}
