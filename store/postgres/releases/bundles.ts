import { z } from 'zod';
import type { BundleFacts, BundleStanding } from '../../../domain/bundle-analysis.ts';
import { FindingKind, Severity } from '../../../domain/findings.ts';
import { type Queryable, sql } from '../pool.ts';
import { installScriptsOfRelease } from './file-attestations.ts';

const Facts: z.ZodType<BundleFacts> = z.object({
  installBytes: z.number().nullable(),
  partBytes: z.number(),
  bundledDependencies: z.number(),
  dependencyGroups: z.number(),
  extras: z.number(),
  packageTypes: z.number(),
  layers: z.number(),
  hasEntrypoints: z.boolean(),
  hasTreeShakingHints: z.boolean(),
  fileCount: z.number(),
  unpackedBytes: z.number(),
  direct: z.number(),
  runtime: z.number(),
  development: z.number(),
  peer: z.number(),
  optional: z.number(),
});

/** Replaces the earlier counts. */
export async function saveBundle(db: Queryable, releaseId: string, facts: BundleFacts): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into release_bundles (release_id, facts) values (${releaseId}, ${JSON.stringify(facts)}::jsonb)
    on conflict (release_id) do update set facts = excluded.facts`);
}

const Row = z.object({
  releaseId: z.string(),
  version: z.string(),
  facts: Facts,
  artifactCount: z.number(),
  artifactBytes: z.number(),
  sentBytes: z.number(),
  hasNativeCode: z.boolean(),
  installScripts: z.number(),
  findings: z.array(z.object({ kind: FindingKind, severity: Severity })),
});

/** The counts of a release, with its current standing. */
export interface CountedBundle extends BundleStanding {
  releaseId: string;
  facts: BundleFacts;
}

/** Counted bundles, in no particular order. */
export async function listBundles(
  db: Queryable,
  releaseIds: readonly string[],
): Promise<readonly CountedBundle[]> {
  if (releaseIds.length === 0) return [];
  return db.any(sql.type(Row)`
    select releases.id as release_id, releases.version, release_bundles.facts,
      sizes.artifact_count, sizes.artifact_bytes, sizes.sent_bytes,
      exists (select from findings
        where findings.release_id = releases.id and findings.kind = 'file_type_anomaly'
          and findings.scanner like 'native/%') as has_native_code,
      ${installScriptsOfRelease} as install_scripts,
      coalesce((select jsonb_agg(jsonb_build_object('kind', findings.kind, 'severity', findings.severity))
        from findings where findings.release_id = releases.id and not findings.is_resolved), '[]') as findings
    from releases
    join release_bundles on release_bundles.release_id = releases.id
    cross join lateral (
      select count(*)::int as artifact_count, coalesce(sum(artifacts.size_bytes), 0)::float8 as artifact_bytes,
        coalesce(sum(artifacts.size_bytes) filter (where artifacts.extracted_from is null), 0)::float8 as sent_bytes
      from artifacts where artifacts.release_id = releases.id) as sizes
    where releases.id = any(${sql.array([...releaseIds], 'uuid')})`);
}

/** Adds the counts of releases to the lines; null for releases without counts. */
export async function withBundles<Line extends { id: string }>(
  db: Queryable,
  lines: readonly Line[],
): Promise<(Line & { bundle: CountedBundle | null })[]> {
  const bundles = await listBundles(
    db,
    lines.map(({ id }) => id),
  );
  const byId = new Map(bundles.map((bundle) => [bundle.releaseId, bundle]));
  return lines.map((line) => ({ ...line, bundle: byId.get(line.id) ?? null }));
}
