import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { RenderFailure } from '../../../domain/render-failure.ts';
import { maxSegmentBytes, maxSegmentReleases, type SegmentPlan } from '../../../domain/segments.ts';
import { findPackageWithTags, type PackageRow } from '../packages/packages.ts';
import type { Queryable } from '../pool.ts';
import { listNewest, listSummaries, listWhole, listWholeOf, sumBytes } from '../packages/release-texts.ts';

/** The input of an ecosystem's pure part. */
export interface Rendering {
  package: PackageRow;
  /** JSON of complete readable releases: all of them, or some if there are summaries. */
  releases: readonly string[];
  /** JSON of the summaries of all releases, or of the newest. */
  summaries: string | null;
  /** Version by tag, of readable releases. */
  tags: readonly (readonly [string, string])[];
  /** The number of all readable releases, even if only the newest are loaded. */
  readableReleases: number;
}

/** A package with more releases than one change renders. */
export interface LargeRendering extends Rendering {
  summaries: string;
}

export type RendersFrom = 'every release' | 'every listed release' | 'newest releases';

export interface PlanTask extends Omit<LargeRendering, 'releases'> {
  /** JSON of position, basis and stamps of the stored segments. */
  segments: string;
}

export interface RenderPlan extends SegmentPlan {
  basis: string;
  latestVersion: string | null;
  /** Version keys of the releases that must be loaded completely. */
  featured: string[];
}

export interface RenderingLimits {
  rendersFrom(pkg: PackageRow): RendersFrom;
  /** Ecosystems that render from the newest releases. */
  briefOf: readonly EcosystemId[];
  /** Ecosystems whose documents list withheld versions. */
  withheldIn: readonly EcosystemId[];
  /** The maximum metadata size of releases that are rendered together. */
  maxInputBytes: number;
  /** The releases that a change of a large package must load. @throws RenderFailure */
  plan(task: PlanTask): Promise<RenderPlan>;
}

/** The number of recently moved tags to load; protocols with more list tags from the table. */
const newestTags = 1_000;

/** Null if the package does not exist. */
export async function loadRendering(
  db: Queryable,
  packageId: string,
  { rendersFrom, briefOf, withheldIn, maxInputBytes }: RenderingLimits,
): Promise<Rendering | LargeRendering | null> {
  const found = await findPackageWithTags(db, packageId, newestTags, { briefOf, withheldIn });
  if (!found) return null;
  const { tags, publishedReleases, ...pkg } = found;
  const rendering = { package: pkg, tags, readableReleases: publishedReleases, releases: [] };
  const from = rendersFrom(pkg);
  if (from === 'newest releases') return { ...rendering, summaries: await listNewest(db, packageId) };
  if (publishedReleases <= maxSegmentReleases) {
    const releases = await listWhole(db, packageId, Math.min(maxSegmentBytes, maxInputBytes));
    if (releases) return { ...rendering, releases, summaries: null };
  }
  return { ...rendering, summaries: await listSummaries(db, packageId, from === 'every listed release') };
}

/** Whether the releases must be rendered in batches. */
export function isLarge(rendering: Rendering, { rendersFrom }: RenderingLimits): rendering is LargeRendering {
  return rendering.summaries !== null && rendersFrom(rendering.package) !== 'newest releases';
}

/** Adds the releases whose own texts a search entry shows. @throws RenderFailure `too_large` */
export async function withFeatured(
  db: Queryable,
  rendering: Rendering,
  limits: RenderingLimits,
): Promise<Rendering> {
  if (!isLarge(rendering, limits)) return rendering;
  const { releases: _none, ...task } = rendering;
  const { featured } = await limits.plan({ ...task, segments: '[]' });
  const found = await loadReleases(db, rendering.package.id, featured, limits);
  return { ...rendering, releases: [...found.values()] };
}

/** Complete releases by version key. @throws RenderFailure `too_large`, before reading anything large */
export async function loadReleases(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
  { maxInputBytes }: Pick<RenderingLimits, 'maxInputBytes'>,
): Promise<Map<string, string>> {
  if ((await sumBytes(db, packageId, versionKeys)) > maxInputBytes) throw new RenderFailure('too_large');
  return listWholeOf(db, packageId, versionKeys);
}
