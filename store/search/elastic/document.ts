import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { Visibility } from '../../../domain/visibility.ts';
import type { SearchEntry } from '../../postgres/search/search-changes.ts';
import { nameWords, wordsOf } from '../words.ts';

/** The part of a package that an answer shows. */
export const Shown = z.object({
  packageId: z.string(),
  ecosystem: EcosystemId,
  name: z.string(),
  nameKey: z.string(),
  visibility: Visibility,
  description: z.string().nullable(),
  keywords: z.array(z.string()),
  license: z.string().nullable(),
  latestVersion: z.string().nullable(),
  downloadCount: z.number(),
  versionDownloads: z.record(z.string(), z.number()),
  ownerName: z.string(),
  orgSlug: z.string().nullable(),
  repositorySlug: z.string(),
  updatedAt: z.coerce.date(),
  payload: z.record(z.string(), z.unknown()),
});

/** An entry in the fields of `mapping.ts`. */
export function documentOf(entry: SearchEntry): Record<string, unknown> {
  const { keywords } = entry;
  return {
    package_id: entry.packageId,
    ecosystem: entry.ecosystem,
    name_key: entry.nameKey,
    visibility: entry.visibility,
    repository_id: entry.repositoryId,
    namespace_id: entry.namespaceId,
    owner_user_id: entry.ownerUserId,
    owner_org_id: entry.ownerOrgId,
    org_slug: entry.orgSlug,
    repository_slug: entry.repositorySlug,
    // the count of licences omits packages without one
    license: entry.license === '' ? null : entry.license,
    keywords: keywords.filter((keyword) => keyword !== ''),
    facets: entry.facets,
    fields: Object.entries(entry.fields).flatMap(([field, values]) =>
      values.map((value) => fieldTerm(field, value)),
    ),
    download_count: entry.downloadCount,
    updated_at: entry.updatedMicros,
    strong_words: [...nameWords(entry.name), ...keywords.flatMap(wordsOf)].join(' '),
    weak_words: wordsOf(entry.haystack).join(' '),
    haystack: entry.haystack,
    shown: Shown.parse(entry),
  };
}

/** A filter by the value of a field, as one term. */
export function fieldTerm(field: string, value: string): string {
  return `${field}=${value}`;
}
