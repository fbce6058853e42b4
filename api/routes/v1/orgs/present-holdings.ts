import { z } from 'zod';
import { RepositoryKind, Visibility } from '../../../../domain/visibility.ts';
import type { Held, HeldPackage, HeldRepository } from '../../../../services/organizations/holdings.ts';
import { Time, time } from '../../fields.ts';

export const Repository = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  kind: RepositoryKind,
  visibility: Visibility,
  upstream_url: z.string().nullable(),
  package_count: z.int().describe('Of those that you may know of'),
  created_at: Time,
  can_transfer: z.boolean(),
});

export const Package = z.object({
  id: z.string(),
  name: z.string(),
  ecosystem: z.string(),
  description: z.string().nullable(),
  repository_slug: z.string(),
  visibility: Visibility,
  latest_version: z.string().nullable(),
  download_count: z.int(),
  created_at: Time,
  can_transfer: z.boolean(),
});

export function presentRepository(repository: Held<HeldRepository>): z.infer<typeof Repository> {
  const { packageCount, createdAt, canTransfer, upstreamUrl, ...same } = repository;
  return {
    ...same,
    upstream_url: upstreamUrl,
    package_count: packageCount,
    created_at: time(createdAt),
    can_transfer: canTransfer,
  };
}

export function presentPackage(pkg: Held<HeldPackage>): z.infer<typeof Package> {
  const { repositorySlug, latestVersion, downloadCount, createdAt, canTransfer, ...same } = pkg;
  return {
    ...same,
    repository_slug: repositorySlug,
    latest_version: latestVersion,
    download_count: downloadCount,
    created_at: time(createdAt),
    can_transfer: canTransfer,
  };
}
