import type { Package } from '../domain/package.ts';
import type { Release, ReleaseSummary } from '../domain/release.ts';
import type { StampedRelease } from '../domain/segments.ts';
import type { Format } from '../ecosystems/format.ts';
import type { RenderInput } from '../ecosystems/render-input.ts';
import { renderInput } from '../ecosystems/mounts.ts';

/** The input of every rendering: rows in the form of the store, which can be sent to a thread. */
export interface PackageTask {
  package: Package;
  tags: readonly (readonly [string, string])[];
  /** The complete JSON of each release. */
  releases: readonly string[];
  /** JSON of the summaries of all or the newest releases if `releases` has only some; null if `releases` has all. */
  summaries: string | null;
}

/** A release as lists contain it, with the facts that determine its stored segment. */
export type StampedSummary = ReleaseSummary & StampedRelease;

/** A row in the store's form: arrays, because names would be two thirds of ten thousand objects. */
type SummaryRow = [
  stamp: number,
  bytes: number,
  version: string,
  versionKey: string,
  isYanked: boolean,
  yankReason: string | null,
  isDeprecated: boolean,
  deprecationMessage: string | null,
  isPrerelease: boolean,
  /** Milliseconds. */
  uploadedAt: number,
  publishedAt: number | null,
  metadata: unknown,
];

/** The last parsed text: a change parses it twice, first to learn which rows to load. The result is never modified. */
let last: { text: string; summaries: readonly StampedSummary[] } = { text: '[]', summaries: [] };

export function parseSummaries(text: string): readonly StampedSummary[] {
  if (text !== last.text) last = { text, summaries: readSummaries(text) };
  return last.summaries;
}

/** Reads members by index: destructuring ten thousand rows costs more than parsing them. */
function readSummaries(text: string): StampedSummary[] {
  return (JSON.parse(text) as SummaryRow[]).map((row) => ({
    stamp: row[0],
    bytes: row[1],
    version: row[2],
    versionKey: row[3],
    isYanked: row[4],
    yankReason: row[5],
    isDeprecated: row[6],
    deprecationMessage: row[7],
    isPrerelease: row[8],
    uploadedAt: new Date(row[9]),
    publishedAt: row[10] === null ? null : new Date(row[10]),
    metadata: row[11],
  }));
}

export function parseRelease(text: string): Release {
  const release = JSON.parse(text) as Release;
  return {
    ...release,
    uploadedAt: new Date(release.uploadedAt),
    publishedAt: release.publishedAt && new Date(release.publishedAt),
    artifacts: release.artifacts.map((file) => ({ ...file, uploadedAt: new Date(file.uploadedAt) })),
  };
}

/** The input of the ecosystem's pure parts, and the releases that are complete. */
export function inputOf(
  ecosystem: Format,
  baseUrl: string,
  task: PackageTask,
): { input: RenderInput; whole: readonly Release[] } {
  const tags = new Map(task.tags);
  const whole = task.releases.map(parseRelease);
  const releases = task.summaries === null ? whole : parseSummaries(task.summaries);
  const wanted = new Set(ecosystem.featured(releases, tags));
  const featured = new Map(
    whole.filter(({ versionKey }) => wanted.has(versionKey)).map((release) => [release.versionKey, release]),
  );
  const input = renderInput(ecosystem, baseUrl, { package: task.package, releases, featured, tags });
  return { input, whole };
}
