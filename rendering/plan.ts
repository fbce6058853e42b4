import { sha256Hex } from '../domain/digest.ts';
import { planSegments, type Segment, type SegmentPlan } from '../domain/segments.ts';
import type { Format } from '../ecosystems/format.ts';
import { renderInput } from '../ecosystems/mounts.ts';
import { factsOf, inOrder } from '../ecosystems/render-documents.ts';
import { type PackageTask, parseSummaries } from './input.ts';
import { rendererVersion } from './version.ts';

export interface PlanTask extends Omit<PackageTask, 'releases' | 'summaries'> {
  summaries: string;
  /** JSON of the stored segments, in order: position, basis and stamps of each. */
  segments: string;
}

/** The releases to load and the segments to render for a change. */
export interface RenderPlan extends SegmentPlan {
  /** The basis of all entries, beside their releases. */
  basis: string;
  latestVersion: string | null;
  /** Version keys of releases that must be loaded completely. */
  featured: string[];
}

type StoredSegment = [position: number, basis: string, stamps: number[]];

/** Pure. */
export function planDocuments(ecosystem: Format, baseUrl: string, task: PlanTask): RenderPlan {
  const summaries = parseSummaries(task.summaries);
  const tags = new Map(task.tags);
  const basis = basisOf(ecosystem, baseUrl, task);
  return {
    ...planSegments(inOrder(ecosystem, summaries), usable(JSON.parse(task.segments), basis)),
    basis,
    latestVersion: ecosystem.latest(summaries, tags),
    featured: ecosystem.featured(summaries, tags),
  };
}

/** The stored segments, or an empty list if one was rendered on another basis. */
function usable(stored: StoredSegment[], basis: string): Segment[] {
  if (stored.some(([, other]) => other !== basis)) return [];
  return stored.map(([position, , stamps]) => ({ position, stamps }));
}

function basisOf(ecosystem: Format, baseUrl: string, { package: pkg }: PlanTask): string {
  const nothing = { releases: [], featured: new Map(), tags: new Map() };
  const facts = factsOf(renderInput(ecosystem, baseUrl, { package: pkg, ...nothing }));
  return sha256Hex(JSON.stringify([rendererVersion, facts])).slice(0, 32);
}
