import { z } from 'zod';
import type { Release } from '../../../domain/release.ts';
import { type Queryable, sql } from '../pool.ts';
import { ArtifactJson } from './releases.ts';

const Row = z.object({
  id: z.string(),
  version: z.string(),
  versionKey: z.string(),
  isYanked: z.boolean(),
  yankReason: z.string().nullable(),
  isDeprecated: z.boolean(),
  deprecationMessage: z.string().nullable(),
  isPrerelease: z.boolean(),
  publishedBy: z.string().nullable(),
  uploadedAt: z.date(),
  publishedAt: z.date().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  artifact: ArtifactJson.nullable(),
});

/**
 * Readable releases in the order of their first visibility, for pages about all of them: only the named members of
 * their metadata and their first file, without signatures.
 */
export async function listReleaseSummaries(
  db: Queryable,
  packageId: string,
  members: readonly string[],
): Promise<Release[]> {
  const picked = members.map((member) => sql.fragment`${member}::text, whole.metadata -> ${member}`);
  // without members, an empty object needs no `jsonb_build_object`
  const metadata =
    picked.length === 0
      ? sql.fragment`'{}'::jsonb`
      : sql.fragment`jsonb_build_object(${sql.join(picked, sql.fragment`, `)})`;
  const rows = await db.any(sql.type(Row)`
    select releases.id, releases.version, releases.version_key, releases.is_yanked, releases.yank_reason, releases.is_deprecated,
      releases.deprecation_message, releases.is_prerelease, releases.published_by, releases.uploaded_at,
      releases.published_at, ${metadata} as metadata,
      (select jsonb_build_object(
        'id', artifacts.id, 'kind', artifacts.kind, 'filename', artifacts.filename,
        'contentType', artifacts.content_type, 'sizeBytes', artifacts.size_bytes,
        'sha256', artifacts.sha256, 'sha512', artifacts.sha512, 'sha1', artifacts.sha1,
        'md5', artifacts.md5, 'uploadedAt', artifacts.uploaded_at)
      from artifacts where artifacts.release_id = releases.id
      order by artifacts.filename limit 1) as artifact
    from releases
    left join lateral (
      select release_metadata.publication -> 'metadata' as metadata from release_metadata
      where release_metadata.release_id = releases.id offset 0) as whole on true
    where releases.package_id = ${packageId} and releases.state = 'published'
    order by releases.published_at nulls last, releases.uploaded_at, releases.id`);
  return rows.map(({ artifact, ...row }) => ({
    ...row,
    packageId,
    state: 'published' as const,
    statusReason: null,
    artifacts: artifact === null ? [] : [artifact],
    signatures: [],
  }));
}
