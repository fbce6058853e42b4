import type { EntryList, RenderedDocument, RenderedFrame } from '../../../domain/document.ts';
import { RenderFailure } from '../../../domain/render-failure.ts';
import { maxSegmentBytes, type PlannedSegment } from '../../../domain/segments.ts';
import type { Transaction } from '../pool.ts';
import { findDescription } from '../releases/release-description.ts';
import {
  deleteSegments,
  finishFrames,
  measureFrames,
  insertSegments,
  listSegments,
  type PlacedEntries,
  saveEntries,
  saveFrames,
} from './document-parts.ts';
import {
  deleteOtherDocuments,
  deleteStrayDocuments,
  listEtagsOf,
  listStored,
  saveDocuments,
} from './documents.ts';
import { describePackage, type PackageDetails, type PackageRow } from '../packages/packages.ts';
import type { NewWideEntry } from './repository-indexes.ts';
import {
  isLarge,
  type LargeRendering,
  loadReleases,
  type Rendering,
  type RenderingLimits,
  type RenderPlan,
} from './rendering.ts';

/** The texts in a package's documents that are not about its releases. */
interface PackageTexts {
  /** Texts of the release that describes the package, if it becomes the latest. */
  description: (PackageDetails & { version: string; readme: string | null }) | null;
}

/** The input for the documents of a small package. */
export interface DocumentsTask extends Rendering, PackageTexts {
  /** Path and ETag of the stored documents: the result has only documents that differ. */
  etags: readonly (readonly [string, string])[];
}

interface RenderedDocuments {
  changed: readonly RenderedDocument[];
  /** Paths of obsolete stored documents. */
  gone: readonly string[];
}

export interface RenderedPackage extends RenderedDocuments {
  latestVersion: string | null;
}

/** Some segments of a large package; the first task of a change also renders the frames of the documents. */
export interface PartsTask extends Omit<Rendering, 'releases' | 'summaries'>, PackageTexts {
  frame: { summaries: string; featured: readonly string[]; latestVersion: string | null } | null;
  lists: readonly EntryList[];
  segments: readonly { position: number; releases: readonly string[] }[];
  /** ETags of documents about single releases of these segments. */
  etags: readonly (readonly [string, string])[];
}

export interface RenderedParts extends RenderedDocuments {
  frames: RenderedFrame[];
  lists: EntryList[];
  entries: PlacedEntries[];
}

export interface WideTask extends Rendering, PackageTexts {
  latestVersion: string | null;
  /** Path and ETag of the package's own documents. */
  etags: readonly (readonly [string, string])[];
  /** The mounts of the registry and of the package's repository. */
  mounts: readonly string[];
  /** Mount, path below the mount, and the package's earlier entry there; oldest first. */
  before: readonly (readonly [string, string, Uint8Array])[];
}

export interface WideEntry extends Omit<NewWideEntry, 'packageId'> {
  mount: string;
  /** Below the mount. */
  path: string;
}

/**
 * The ecosystem's pure part, injected so that the store depends on no protocol. Its input is untrusted: it runs with
 * limits on bytes and time. @throws RenderFailure
 */
export interface Renderer extends RenderingLimits {
  documents(task: DocumentsTask): Promise<RenderedPackage>;
  parts(task: PartsTask): Promise<RenderedParts>;
  /** Paths below a mount: documents about many packages that a change of this package updates. */
  widePaths(pkg: PackageRow): readonly string[];
  wide(task: WideTask): Promise<readonly WideEntry[]>;
  /** The maximum size of one document that is joined from parts. */
  maxOutputBytes: number;
}

/** The maximum metadata size in one task. */
const bytesPerTask = 4 * maxSegmentBytes;

/** Updates the stored documents, and returns the latest version. The caller holds the lock of the package row. */
export async function renderPackage(
  tx: Transaction,
  renderer: Renderer,
  rendering: Rendering,
  describedBy: string | undefined,
): Promise<string | null> {
  const description = describedBy === undefined ? null : await findDescription(tx, describedBy);
  const latestVersion = isLarge(rendering, renderer)
    ? await renderInParts(tx, renderer, rendering, { description })
    : await renderWhole(tx, renderer, rendering, { description });
  if (describedBy !== undefined && description?.version === latestVersion) {
    await describePackage(tx, { id: describedBy, packageId: rendering.package.id }, description);
  }
  return latestVersion;
}

async function renderWhole(
  tx: Transaction,
  renderer: Renderer,
  rendering: Rendering,
  texts: PackageTexts,
): Promise<string | null> {
  const { package: pkg } = rendering;
  const stored = await listStored(tx, pkg.id);
  // a document with stored parts has no stored body to compare with
  const etags = stored.map(({ path, etag, isJoined }) => [path, isJoined ? '' : etag] as const);
  const { latestVersion, ...documents } = await renderer.documents({ ...rendering, ...texts, etags });
  await saveDocuments(tx, pkg, documents);
  if (stored.some(({ isJoined }) => isJoined)) await deleteSegments(tx, pkg, 'all');
  return latestVersion;
}

async function renderInParts(
  tx: Transaction,
  renderer: Renderer,
  rendering: LargeRendering,
  texts: PackageTexts,
): Promise<string | null> {
  const { package: pkg, releases: _none, summaries, ...others } = rendering;
  const segments = await listSegments(tx, pkg.id);
  const plan = await renderer.plan({ package: pkg, summaries, ...others, segments });
  await forget(tx, rendering, plan);
  const featured = await loadReleases(tx, pkg.id, plan.featured, renderer);
  const { latestVersion } = plan;
  let frame: PartsTask['frame'] = { summaries, featured: [...featured.values()], latestVersion };
  let frames: RenderedFrame[] = [];
  let lists: EntryList[] = [];
  for (const batch of batchesOf(plan.changed)) {
    const loaded = await loadSegments(tx, renderer, pkg.id, batch);
    const rendered = await renderer.parts({ package: pkg, ...others, ...texts, ...loaded, frame, lists });
    if (frame !== null) {
      ({ frames, lists } = rendered);
      await saveFrames(tx, pkg, frames);
      frame = null;
    }
    await saveEntries(tx, pkg, frames, rendered.entries);
    await saveDocuments(tx, pkg, rendered);
  }
  await insertSegments(tx, pkg.id, plan.basis, plan.changed);
  if (plan.isFresh) await deleteOtherDocuments(tx, pkg.id, frames);
  if ((await measureFrames(tx, pkg, frames)) > renderer.maxOutputBytes) throw new RenderFailure('too_large');
  await finishFrames(tx, pkg, frames);
  return latestVersion;
}

/** Deletes obsolete segments and segments that are rendered again. */
async function forget(tx: Transaction, { package: pkg }: LargeRendering, plan: RenderPlan): Promise<void> {
  if (plan.hasLost) await deleteStrayDocuments(tx, pkg.id);
  const positions = [...plan.gone, ...plan.changed.map(({ position }) => position)];
  if (plan.isFresh) await deleteSegments(tx, pkg, 'all');
  else if (positions.length > 0) await deleteSegments(tx, pkg, positions);
}

async function loadSegments(
  tx: Transaction,
  renderer: Renderer,
  packageId: string,
  batch: readonly PlannedSegment[],
): Promise<Pick<PartsTask, 'segments' | 'etags'>> {
  const versionKeys = batch.flatMap((segment) => segment.versionKeys);
  const releases = await loadReleases(tx, packageId, versionKeys, renderer);
  return {
    segments: batch.map(({ position, versionKeys: keys }) => ({
      position,
      releases: keys.flatMap((key) => releases.get(key) ?? []),
    })),
    etags: await listEtagsOf(tx, packageId, versionKeys),
  };
}

/** At least one batch, possibly empty: the documents' own texts are rendered at every change. */
function batchesOf(segments: readonly PlannedSegment[]): PlannedSegment[][] {
  const batches: PlannedSegment[][] = [[]];
  let bytes = 0;
  for (const segment of segments) {
    if (bytes > 0 && bytes + segment.bytes > bytesPerTask) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(segment);
    bytes += segment.bytes;
  }
  return batches;
}
