import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { RenderFailure } from '../../../domain/render-failure.ts';
import { maxSegmentBytes, maxSegmentReleases, type SegmentPlan } from '../../../domain/segments.ts';
import { findPackageWithTags, type PackageRow } from '../packages/packages.ts';
import type { Queryable } from '../pool.ts';
import { listNewest, listSummaries, listWhole, listWholeOf, sumBytes } from '../packages/release-texts.ts';

/** The input of an ecosystem's pure part. */
export interface Rendering {
  package: PackageRow;
  /** JSON of complete readable releases: of all of them, or of some where there are summaries. */
  releases: readonly string[];
  /** JSON of the summaries of all releases, or of the newest. */
  summaries: string | null;
  /** Version by tag, of readable releases. */
  tags: readonly (readonly [string, string])[];
  /** All of them, also where only the newest are known. */
  readableReleases: number;
}

/** A package with more releases than a change renders. */
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
  /** Version keys of the releases that are needed completely. */
  featured: string[];
}

export interface RenderingLimits {
  rendersFrom(pkg: PackageRow): RendersFrom;
  /** Ecosystems that render from the newest releases. */
  briefOf: readonly EcosystemId[];
  /** Ecosystems whose documents list withheld versions. */
  withheldIn: readonly EcosystemId[];
  /** The most metadata of releases that are rendered together. */
  maxInputBytes: number;
  /** The releases that a change of a large package has to load. @throws RenderFailure */
  plan(task: PlanTask): Promise<RenderPlan>;
}

/** Tags moved last; protocols with more list them from the table. */
const newestTags = 1_000;

/** Null when there is no such package. */
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

/** Whether only some of the releases can be rendered at a time. */
export function isLarge(rendering: Rendering, { rendersFrom }: RenderingLimits): rendering is LargeRendering {
  return rendering.summaries !== null && rendersFrom(rendering.package) !== 'newest releases';
}

/** With the releases whose own texts a search entry shows. @throws RenderFailure `too_large` */
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

/** Complete, by version key. @throws RenderFailure `too_large`, before anything large is read */
export async function loadReleases(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
  { maxInputBytes }: Pick<RenderingLimits, 'maxInputBytes'>,
): Promise<Map<string, string>> {
  if ((await sumBytes(db, packageId, versionKeys)) > maxInputBytes) throw new RenderFailure('too_large');
  return listWholeOf(db, packageId, versionKeys);
}
