import { z } from 'zod';
import type { Caller } from '../../../../../domain/caller.ts';
import { visibleState } from '../../../../../domain/release.ts';
import {
  type CountedLine,
  type FoundRelease,
  type ReleasePage,
} from '../../../../../services/releases/get.ts';
import { Time, time, timeOrNull } from '../../../fields.ts';
import { BundleAnalysis, presentBundle } from '../bundle.ts';
import { Metadata } from '../present.ts';
import type { Services } from '../../../../../services/index.ts';

export const Status = z.enum([
  'quarantine',
  'scanning',
  'published',
  'deprecated',
  'yanked',
  'rejected',
  'deleted',
]);

export const LostAuthority = z
  .array(z.string())
  .describe(
    'What those who brought a held release have lost since: an approval says with accepts_revoked that it knows',
  );

export const ReleaseSummary = z.object({
  version: z.string(),
  status: Status,
  status_reason: z
    .string()
    .nullable()
    .describe('Why it rests: what it waits for; `uploading` while files of it still come'),
  is_yanked: z.boolean(),
  is_deprecated: z.boolean(),
  is_prerelease: z.boolean(),
  uploaded_at: Time,
  published_at: Time.nullable(),
  bundle_analysis: BundleAnalysis.nullable(),
});

export const Release = ReleaseSummary.extend({
  id: z.string(),
  package_id: z.string(),
  ecosystem: z.string(),
  yank_reason: z.string().nullable(),
  deprecation_message: z.string().nullable(),
  description: z.string().nullable(),
  changelog: z.string().nullable(),
  source_ref: z.string().nullable().describe('Where its source is, e.g. a commit'),
  provenance: z.record(z.string(), z.unknown()).nullable(),
  license: z.string().nullable(),
  dependencies: z.array(z.object({ name: z.string(), requirement: z.string(), kind: z.string() })),
  held_by_platform: z.boolean().describe('Administrators of the platform alone decide about it'),
  lost_authority: LostAuthority,
  can_manage_releases: z.boolean(),
  ecosystem_metadata: Metadata,
});

export function presentSummary(
  release: Omit<CountedLine, 'id' | 'versionKey'>,
): z.infer<typeof ReleaseSummary> {
  return {
    version: release.version,
    status: visibleState(release),
    status_reason: release.statusReason,
    is_yanked: release.isYanked,
    is_deprecated: release.isDeprecated,
    is_prerelease: release.isPrerelease,
    uploaded_at: time(release.uploadedAt),
    published_at: timeOrNull(release.publishedAt),
    bundle_analysis: release.bundle && presentBundle(release.bundle),
  };
}

/** The release with the additional facts of its page. */
export async function showRelease(
  services: Services,
  found: FoundRelease,
  caller: Caller,
): Promise<z.infer<typeof Release>> {
  return presentRelease(await services.releases.pageOf(caller, found));
}

function presentRelease(page: ReleasePage): z.infer<typeof Release> {
  const { ecosystem, pkg, release, texts, bundle, lostAuthority } = page;
  return {
    ...presentSummary({ ...release, bundle }),
    id: release.id,
    package_id: pkg.id,
    ecosystem: pkg.ecosystem,
    yank_reason: release.yankReason,
    deprecation_message: release.deprecationMessage,
    description: texts.description ?? release.publication?.description ?? null,
    changelog: texts.changelog,
    source_ref: texts.sourceRef,
    provenance: texts.provenance,
    license: release.publication?.license ?? null,
    dependencies: release.publication?.dependencies ?? [],
    held_by_platform: release.isHeldByPlatform,
    lost_authority: [...lostAuthority],
    can_manage_releases: page.mayPublish,
    ecosystem_metadata: {
      kind: ecosystem.id,
      details: { ...release.publication?.metadata, ...ecosystem.releaseDetails(release) },
    },
  };
}
