import { z } from 'zod';
import { RenderFailure } from '../../../domain/render-failure.ts';
import { findPackageWithTags, type PackageRow } from './packages.ts';
import { type Queryable, sql } from '../pool.ts';

/**
 * What an ecosystem's pure part works on. Releases are the texts that the database made: whoever renders parses
 * them, away from the loop that others wait for.
 */
export interface Rendering {
  package: PackageRow;
  /** JSON of readable ones in the order they were first published, all or the newest. */
  releases: readonly string[];
  /** Version by tag, of readable releases. */
  tags: readonly (readonly [string, string])[];
  /** All of them, also where `releases` has only the newest. */
  readableReleases: number;
}

/** All with their whole metadata, or the newest with what lists show of them. */
export type RendersFrom = 'every release' | 'newest releases';

export interface RenderingLimits {
  rendersFrom(pkg: PackageRow): RendersFrom;
  /** Of the metadata of all releases together. */
  maxInputBytes: number;
}

/** A page and a search hit need no more. */
const newestReleases = 100;
/** Those moved last; protocols with more list them from the table. */
const newestTags = 1_000;

/** Null when there is no such package. @throws RenderFailure `too_large`, before anything large is read */
export async function loadRendering(
  db: Queryable,
  packageId: string,
  { rendersFrom, maxInputBytes }: RenderingLimits,
): Promise<Rendering | null> {
  const found = await findPackageWithTags(db, packageId, newestTags);
  if (!found) return null;
  const { tags, publishedReleases, ...pkg } = found;
  const releases =
    rendersFrom(pkg) === 'newest releases'
      ? await listNewest(db, packageId)
      : await listEvery(db, packageId, maxInputBytes);
  return { package: pkg, releases, tags, readableReleases: publishedReleases };
}

const releaseText = (metadata: ReturnType<typeof sql.fragment>) => sql.fragment`
  json_build_object(
    'id', releases.id, 'packageId', releases.package_id, 'version', releases.version,
    'versionKey', releases.version_key, 'state', releases.state, 'statusReason', releases.status_reason,
    'isYanked', releases.is_yanked, 'yankReason', releases.yank_reason,
    'isDeprecated', releases.is_deprecated, 'deprecationMessage', releases.deprecation_message,
    'isPrerelease', releases.is_prerelease, 'publishedBy', releases.published_by,
    'uploadedAt', releases.uploaded_at, 'publishedAt', releases.published_at,
    'metadata', ${metadata},
    'artifacts', coalesce((
      select json_agg(json_build_object(
        'id', artifacts.id, 'kind', artifacts.kind, 'filename', artifacts.filename,
        'contentType', artifacts.content_type, 'sizeBytes', artifacts.size_bytes,
        'sha256', artifacts.sha256, 'sha512', artifacts.sha512, 'sha1', artifacts.sha1,
        'md5', artifacts.md5, 'uploadedAt', artifacts.uploaded_at) order by artifacts.filename)
      from artifacts where artifacts.release_id = releases.id), '[]'),
    'signatures', coalesce((
      select json_agg(json_build_object(
        'keyId', release_signatures.key_id, 'signature', release_signatures.signature)
        order by release_signatures.key_id)
      from release_signatures where release_signatures.release_id = releases.id), '[]'))::text`;

const Newest = z.object({ release: z.string() });

async function listNewest(db: Queryable, packageId: string): Promise<string[]> {
  const rows = await db.any(sql.type(Newest)`
    select ${releaseText(sql.fragment`coalesce(release_metadata.listed, '{}')`)} as release
    from releases
    left join release_metadata on release_metadata.release_id = releases.id
    where releases.package_id = ${packageId} and releases.state = 'published'
    order by releases.published_at desc, releases.uploaded_at desc, releases.id desc
    limit ${newestReleases}`);
  return rows.map(({ release }) => release).toReversed();
}

const Measured = z.object({ release: z.string().nullable(), bytes: z.number(), unmeasured: z.number() });

const metadataBytes = sql.fragment`octet_length((release_metadata.publication -> 'metadata')::text)`;

async function listEvery(db: Queryable, packageId: string, maxBytes: number): Promise<string[]> {
  const metadata = sql.fragment`coalesce(release_metadata.publication -> 'metadata', '{}')`;
  const rows = await db.any(sql.type(Measured)`
    with measured as materialized (
      select coalesce(sum(coalesce(release_metadata.metadata_bytes, ${metadataBytes})), 0) as bytes,
        count(*) filter (where release_metadata.metadata_bytes is null) as unmeasured
      from releases join release_metadata on release_metadata.release_id = releases.id
      where releases.package_id = ${packageId} and releases.state = 'published')
    select measured.bytes, measured.unmeasured,
      case when measured.bytes <= ${maxBytes} then ${releaseText(metadata)} end as release
    from measured
    join releases on releases.package_id = ${packageId} and releases.state = 'published'
    left join release_metadata on release_metadata.release_id = releases.id
    order by releases.published_at nulls last, releases.uploaded_at, releases.id`);
  if ((rows[0]?.unmeasured ?? 0) > 0) await measure(db, packageId);
  return rows.map(({ release }) => {
    if (release === null) throw new RenderFailure('too_large');
    return release;
  });
}

/** Once for releases that are older than the column. */
async function measure(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update release_metadata set metadata_bytes = ${metadataBytes}
    from releases
    where releases.id = release_metadata.release_id and releases.package_id = ${packageId}
      and release_metadata.metadata_bytes is null`);
}
