import { z } from 'zod';
import { FindingKind, Resolution, Severity } from '../../../domain/findings.ts';
import type { Window } from '../../../domain/paging.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';

const SimilarPackage = z.object({
  packageId: z.string(),
  name: z.string(),
  downloads: z.number(),
  visibility: Visibility,
  repositoryVisibility: Visibility,
  readableReleases: z.number(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
});

export const ListedFinding = z.object({
  ...placed,
  id: z.string(),
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
  description: z.string(),
  advisoryId: z.string().nullable(),
  isResolved: z.boolean(),
  resolution: Resolution.nullable(),
  note: z.string().nullable(),
  resolvedAt: z.date().nullable(),
  resolvedBy: z.string().nullable(),
  detectedAt: z.date(),
  releaseVersion: z.string(),
  artifactFilename: z.string().nullable(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  /** The package with the similar name, hidden from readers who may not know of that package. */
  similar: SimilarPackage.nullable(),
});
export type ListedFinding = z.infer<typeof ListedFinding>;

export const worstFirst = keyset(
  {
    value: sql.fragment`array_position(array['critical', 'high', 'medium', 'low', 'info'], findings.severity)`,
    type: 'integer',
  },
  { value: sql.fragment`findings.detected_at`, type: 'timestamptz', isDescending: true },
  { value: sql.fragment`findings.id`, type: 'uuid' },
);

export const findingColumns = sql.fragment`findings.id, findings.kind, findings.severity, findings.title,
  findings.description, findings.advisory_id, findings.is_resolved, findings.resolution, findings.note,
  findings.resolved_at, users.username as resolved_by, findings.detected_at,
  releases.version as release_version, findings.artifact_filename, findings.file, findings.line,
  case when similar_packages.id is not null then jsonb_build_object(
    'packageId', similar_packages.id, 'name', similar_packages.name,
    'downloads', similar_packages.download_count, 'visibility', similar_packages.visibility,
    'repositoryVisibility', similar_repositories.visibility,
    'readableReleases', similar_packages.readable_releases,
    'repositoryId', similar_packages.repository_id, 'namespaceId', similar_packages.namespace_id,
    'ownerUserId', similar_repositories.owner_user_id, 'ownerOrgId', similar_repositories.owner_org_id)
  end as similar, ${worstFirst.position} as position`;

export const findingSource = sql.fragment`findings
  join releases on releases.id = findings.release_id
  left join users on users.id = findings.resolved_by
  left join packages as similar_packages on similar_packages.id = findings.similar_package_id
  left join repositories as similar_repositories on similar_repositories.id = similar_packages.repository_id`;

export interface FindingFilter {
  includeResolved: boolean;
  /** Includes findings of releases that only managers of the package may know of. */
  includeUnreleased: boolean;
}

/** Sorted by severity, then newest first. */
export async function listFindings(
  db: Queryable,
  packageId: string,
  filter: FindingFilter,
  window: Window,
): Promise<readonly ListedFinding[]> {
  return db.any(sql.type(ListedFinding)`
    select ${findingColumns} from ${findingSource}
    where findings.package_id = ${packageId}
      and (${filter.includeResolved} or not findings.is_resolved)
      and (${filter.includeUnreleased} or releases.state = 'published')
      and ${worstFirst.behind(window)}
    ${worstFirst.page(window)}`);
}

/** Open findings of one release, worst first. */
export async function listReleaseFindings(
  db: Queryable,
  releaseId: string,
  limit: number,
): Promise<readonly ListedFinding[]> {
  return db.any(sql.type(ListedFinding)`
    select ${findingColumns} from ${findingSource}
    where findings.release_id = ${releaseId} and not findings.is_resolved
    order by array_position(array['critical', 'high', 'medium', 'low', 'info'], findings.severity),
      findings.detected_at desc, findings.id
    limit ${limit}`);
}

export async function getFinding(db: Queryable, findingId: string): Promise<ListedFinding> {
  return db.one(sql.type(ListedFinding)`
    select ${findingColumns} from ${findingSource} where findings.id = ${findingId}`);
}
