import { createHash } from 'node:crypto';
import { deflatePart } from '../domain/deflated-parts.ts';
import {
  type Document,
  type DocumentFrame,
  type EntryList,
  isEntryList,
  type RenderedDocument,
  type RenderedFrame,
  type RenderedPart,
} from '../domain/document.ts';
import type { Format } from '../ecosystems/format.ts';
import { entriesText, factsOf, inOrder } from '../ecosystems/render-documents.ts';
import { type Budget, compare, spend } from './compare.ts';
import { inputOf, type PackageTask, parseRelease } from './input.ts';
import { described, type PackageTexts } from './task.ts';

/** Some of the segments of a large package; the first task also has the frames around them. */
export interface PartsTask extends Omit<PackageTask, 'releases' | 'summaries'>, PackageTexts {
  /** Null except in the first task of a change. */
  frame: { summaries: string; featured: readonly string[]; latestVersion: string | null } | null;
  /** The lists that need entries; empty in the first task, which determines them. */
  lists: readonly EntryList[];
  /** JSON of each release, in the order of the entries. */
  segments: readonly { position: number; releases: readonly string[] }[];
  /** ETags of stored documents about single releases of these segments. */
  etags: readonly (readonly [string, string])[];
}

export interface RenderedEntries extends EntryList {
  position: number;
  part: RenderedPart;
}

export interface RenderedParts {
  frames: RenderedFrame[];
  lists: EntryList[];
  /** Empty if no release of a segment is in a list. */
  entries: RenderedEntries[];
  /** Documents about single releases. */
  changed: RenderedDocument[];
  gone: string[];
}

/** Pure. @throws RenderFailure `too_large`, and errors of the ecosystem */
export function renderParts(
  ecosystem: Format,
  baseUrl: string,
  task: PartsTask,
  maxOutputBytes: number,
): RenderedParts {
  const budget: Budget = { left: maxOutputBytes };
  const frames = framesOf(ecosystem, baseUrl, task).map((frame) => renderFrame(frame, budget));
  const lists = task.frame === null ? task.lists : listsOf(frames);
  const facts = factsOf(inputOf(ecosystem, baseUrl, { ...task, releases: [], summaries: '[]' }).input);
  const entries: RenderedEntries[] = [];
  const documents: (Document & { versionKey: string })[] = [];
  for (const { position, releases } of task.segments) {
    const parts = releases.map((text) => {
      const release = parseRelease(text);
      const rendered = ecosystem.documents.release(release, facts);
      for (const document of rendered.documents)
        documents.push({ ...document, versionKey: release.versionKey });
      return rendered;
    });
    for (const list of lists) {
      const text = entriesText(parts, list);
      if (text !== '') entries.push({ ...list, position, part: renderPart(Buffer.from(text), budget) });
    }
  }
  return { frames, lists: [...lists], entries, ...compare(documents, task.etags, budget) };
}

function framesOf(ecosystem: Format, baseUrl: string, { frame, ...task }: PartsTask): DocumentFrame[] {
  if (frame === null) return [];
  const { summaries, featured, latestVersion } = frame;
  const { input } = inputOf(ecosystem, baseUrl, { ...task, releases: featured, summaries });
  const releases = inOrder(ecosystem, input.releases);
  return ecosystem.documents.frames({ ...described(input, latestVersion, task), releases });
}

function renderFrame({ pieces, etag = 'sha256', ...served }: DocumentFrame, budget: Budget): RenderedFrame {
  return {
    ...served,
    etag,
    pieces: pieces.map((piece) => {
      if (isEntryList(piece)) return piece;
      return renderPart(typeof piece === 'string' ? Buffer.from(piece) : piece, budget);
    }),
  };
}

function renderPart(body: Uint8Array, budget: Budget): RenderedPart {
  spend(budget, body.length);
  return { digest: createHash('sha256').update(body).digest(), body, deflated: deflatePart(body) };
}

/** The lists of all frames, without duplicates. */
function listsOf(frames: readonly RenderedFrame[]): EntryList[] {
  const lists = frames.flatMap(({ pieces }) => pieces.filter(isEntryList));
  return [...new Map(lists.map((list) => [`${list.separator}\n${list.list}`, list])).values()];
}
