import { z } from 'zod';
import { Severity } from '../../../domain/findings.ts';
import { visibleState } from '../../../domain/release.ts';
import { Visibility } from '../../../domain/visibility.ts';
import type { Hit as FoundHit } from '../../../services/search/search-packages.ts';
import { Time, time, timeOrNull } from '../fields.ts';

const RiskLevel = z.enum(['low', 'moderate', 'high', 'critical']);

const Signal = z.enum(['trusted_publishing', 'open_findings', 'deprecated', 'yanked', 'preview']);

const Discovery = z.object({
  risk_level: RiskLevel,
  unresolved_security_finding_count: z.int(),
  worst_unresolved_security_severity: Severity.nullable(),
  has_trusted_publisher: z.boolean(),
  trusted_publisher_count: z.int(),
  latest_release_status: z.string().nullable(),
  latest_release_published_at: Time.nullable(),
  signals: z.array(Signal).describe('What speaks for or against it, in no order of weight'),
});

export const Hit = z.object({
  id: z.string(),
  name: z.string(),
  normalized_name: z.string(),
  display_name: z.string().nullable(),
  description: z.string().nullable(),
  ecosystem: z.string(),
  keywords: z.array(z.string()),
  license: z.string().nullable(),
  latest_version: z.string().nullable(),
  download_count: z.int(),
  is_deprecated: z.boolean(),
  visibility: Visibility,
  owner_name: z.string(),
  repository_name: z.string(),
  repository_slug: z.string(),
  updated_at: Time,
  discovery: Discovery,
});

const riskLevels = {
  critical: 'critical',
  high: 'high',
  medium: 'moderate',
  low: 'low',
  info: 'low',
} as const satisfies Record<Severity, z.infer<typeof RiskLevel>>;

export function presentHit({ found: hit, details }: FoundHit): z.infer<typeof Hit> {
  return {
    id: hit.packageId,
    name: hit.name,
    normalized_name: hit.nameKey,
    display_name: details.displayName,
    description: hit.description,
    ecosystem: hit.ecosystem,
    keywords: hit.keywords,
    license: hit.license,
    latest_version: hit.latestVersion,
    download_count: hit.downloadCount,
    is_deprecated: details.isDeprecated,
    visibility: hit.visibility,
    owner_name: hit.ownerName,
    repository_name: details.repositoryName,
    repository_slug: hit.repositorySlug,
    updated_at: time(hit.updatedAt),
    discovery: {
      risk_level: riskLevels[details.worstSeverity ?? 'info'],
      unresolved_security_finding_count: details.openFindings,
      worst_unresolved_security_severity: details.worstSeverity,
      has_trusted_publisher: details.trustedPublishers > 0,
      trusted_publisher_count: details.trustedPublishers,
      latest_release_status: latestStatus(details),
      latest_release_published_at: timeOrNull(details.latestPublishedAt),
      signals: signalsOf(details),
    },
  };
}

function signalsOf(details: FoundHit['details']): z.infer<typeof Signal>[] {
  const signals = {
    trusted_publishing: details.trustedPublishers > 0,
    open_findings: details.openFindings > 0,
    deprecated: details.isDeprecated,
    yanked: details.latestIsYanked ?? false,
    preview: details.latestIsPrerelease ?? false,
  };
  return Signal.options.filter((signal) => signals[signal]);
}

function latestStatus(details: FoundHit['details']): string | null {
  if (details.latestIsYanked === null) return null;
  const isDeprecated = details.latestIsDeprecated ?? false;
  return visibleState({ state: 'published', isYanked: details.latestIsYanked, isDeprecated });
}
