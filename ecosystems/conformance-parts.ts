import { expect, test } from 'vitest';
import { isEntryList } from '../domain/document.ts';
import type { Inspection } from '../domain/publication.ts';
import type { ReleaseSummary } from '../domain/release.ts';
import type { Format } from './format.ts';
import { factsOf, inOrder, joinSegments, wholeDocuments, type WholePackage } from './render-documents.ts';

/** The assumptions of a change to a large package: it renders some of the parts and never loads all metadata. */
export function describeParts(
  ecosystem: Format,
  render: WholePackage,
  inspect: () => Promise<Pick<Inspection, 'listed'>>,
): void {
  const facts = factsOf(render);
  const releases = inOrder(ecosystem, render.releases);
  const inputFrom = (summaries: readonly ReleaseSummary[]) => {
    const wanted = ecosystem.featured(summaries, render.tags);
    const featured = render.releases.filter(({ versionKey }) => wanted.includes(versionKey));
    const byKey = new Map(featured.map((release) => [release.versionKey, release]));
    return { ...render, releases: summaries, featured: byKey };
  };

  test.each(releases.map((_, index) => index))('documents are the same in parts cut after %i', (at) => {
    const parts = releases.map((release) => ecosystem.documents.release(release, facts));
    const frames = ecosystem.documents.frames(inputFrom(releases));

    const joined = frames.map((frame) => joinSegments(frame, [parts.slice(0, at), parts.slice(at)]));

    const single = parts.flatMap(({ documents }) => documents);
    expect([...joined, ...single]).toEqual(wholeDocuments(ecosystem, render));
  });

  test('a release brings the same whichever others there are', () => {
    const [first] = releases;
    const alone = { ...render, releases: releases.slice(0, 1) };

    const parts = first && ecosystem.documents.release(structuredClone(first), structuredClone(facts));

    const frames = ecosystem.documents.frames({ ...inputFrom(alone.releases), releases: alone.releases });
    const joined = frames.map((frame) => joinSegments(frame, parts ? [[parts]] : []));
    expect([...joined, ...(parts?.documents ?? [])]).toEqual(wholeDocuments(ecosystem, alone));
  });

  test('what is listed of a release is enough for the texts of all of them', async () => {
    const { listed = {} } = await inspect();
    const isListed = ecosystem.rendersFrom !== 'every release';
    const summaries = releases.map((release) => {
      const all = Object.entries(release.metadata as object);
      const metadata = isListed ? Object.fromEntries(all.filter(([name]) => name in listed)) : null;
      return { ...release, metadata, artifacts: [], signatures: [] };
    });
    const whole = inputFrom(releases);

    const lean = inputFrom(summaries);

    expect([...lean.featured.keys()]).toEqual([...whole.featured.keys()]);
    expect(ecosystem.documents.frames(lean)).toEqual(ecosystem.documents.frames(whole));
    expect(ecosystem.searchEntry(lean)).toEqual(ecosystem.searchEntry(whole));
    expect(ecosystem.latest(summaries, render.tags)).toBe(ecosystem.latest(releases, render.tags));
  });

  test('bodies are bytes, and their tags are made by an algorithm that is known', () => {
    for (const { body, etag } of wholeDocuments(ecosystem, render)) {
      expect(body).toBeInstanceOf(Uint8Array);
      expect([undefined, 'sha256', 'md5', 'parts']).toContain(etag);
    }
    for (const { pieces } of ecosystem.documents.frames(inputFrom(releases))) {
      // the database writes separators into a compressed stream; a document contains each list once
      const lists = pieces.filter(isEntryList);
      for (const { separator } of lists) expect(Buffer.byteLength(separator)).toBeLessThan(64);
      expect(new Set(lists.map(({ list }) => list)).size).toBe(lists.length);
    }
  });

  test('only releases that are there are featured', () => {
    const keys = releases.map(({ versionKey }) => versionKey);
    const featured = ecosystem.featured(releases, render.tags);

    expect(featured.filter((key) => !keys.includes(key))).toEqual([]);
    expect(featured.length).toBeLessThan(10);
    expect(ecosystem.featured([], new Map())).toEqual([]);
  });
}
