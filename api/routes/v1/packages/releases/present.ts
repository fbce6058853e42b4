import { z } from 'zod';
import { may } from '../../../../../domain/authorize.ts';
import type { Actor } from '../../../../../domain/actor.ts';
import { visibleState } from '../../../../../domain/release.ts';
import type { FoundRelease, ReleaseLine } from '../../../../../services/releases/get.ts';
import { Time, time, timeOrNull } from '../../../fields.ts';
import { Metadata } from '../present.ts';

const Status = z.enum(['quarantine', 'scanning', 'published', 'deprecated', 'yanked', 'rejected', 'deleted']);

export const ReleaseSummary = z.object({
  version: z.string(),
  status: Status,
  status_reason: z.string().nullable(),
  is_yanked: z.boolean(),
  is_deprecated: z.boolean(),
  is_prerelease: z.boolean(),
  uploaded_at: Time,
  published_at: Time.nullable(),
});

export const Release = ReleaseSummary.extend({
  id: z.string(),
  package_id: z.string(),
  ecosystem: z.string(),
  yank_reason: z.string().nullable(),
  deprecation_message: z.string().nullable(),
  description: z.string().nullable(),
  license: z.string().nullable(),
  dependencies: z.array(z.object({ name: z.string(), requirement: z.string(), kind: z.string() })),
  can_manage_releases: z.boolean(),
  ecosystem_metadata: Metadata,
});

export function presentSummary(release: Omit<ReleaseLine, 'versionKey'>): z.infer<typeof ReleaseSummary> {
  return {
    version: release.version,
    status: visibleState(release),
    status_reason: release.statusReason,
    is_yanked: release.isYanked,
    is_deprecated: release.isDeprecated,
    is_prerelease: release.isPrerelease,
    uploaded_at: time(release.uploadedAt),
    published_at: timeOrNull(release.publishedAt),
  };
}

export function presentRelease(
  { ecosystem, pkg, release }: FoundRelease,
  actor: Actor,
): z.infer<typeof Release> {
  return {
    ...presentSummary(release),
    id: release.id,
    package_id: pkg.id,
    ecosystem: pkg.ecosystem,
    yank_reason: release.yankReason,
    deprecation_message: release.deprecationMessage,
    description: release.publication?.description ?? null,
    license: release.publication?.license ?? null,
    dependencies: release.publication?.dependencies ?? [],
    can_manage_releases: may(actor, 'publish', pkg),
    ecosystem_metadata: { kind: ecosystem.id, details: release.publication?.metadata ?? {} },
  };
}
