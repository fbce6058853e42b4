import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../domain/digest.ts';
import type { RenderFailure } from '../domain/render-failure.ts';
import { cargo } from '../ecosystems/cargo/index.ts';
import type { RenderInput } from '../ecosystems/render-input.ts';
import type { Ecosystem } from '../ecosystems/wire.ts';
import { noDocuments } from '../ecosystems/package-documents.ts';
import { type DocumentsTask, renderDocuments, renderEntry } from './task.ts';

const baseUrl = 'http://localhost';
const time = '2026-01-02T03:04:05.678901+00:00';

function releaseText(version: string): string {
  return JSON.stringify({
    id: version,
    version,
    versionKey: version,
    isYanked: false,
    uploadedAt: time,
    publishedAt: time,
    metadata: {},
    artifacts: [{ filename: 'x', uploadedAt: time }],
    signatures: [],
  });
}

function taskOf(more: Partial<DocumentsTask> = {}): DocumentsTask {
  const pkg = {
    ecosystem: 'cargo',
    name: 'probe',
    repositorySlug: 'r',
    repositoryVisibility: 'public',
    description: 'old',
    readableReleases: 0,
  };
  return {
    package: pkg as unknown as DocumentsTask['package'],
    releases: ['1.0.0', '1.1.0'].map(releaseText),
    summaries: null,
    tags: [['latest', '1.1.0']],
    readableReleases: 2,
    description: null,
    etags: [],
    ...more,
  };
}

/** An ecosystem that records its input. */
function telling(bodies: Record<string, string>, seen: RenderInput[] = []): Ecosystem {
  return {
    ...cargo,
    latest: (releases) => releases.at(-1)?.version ?? null,
    documents: {
      ...noDocuments,
      frames(input) {
        seen.push(input);
        return Object.entries(bodies).map(([path, body]) => ({
          path,
          pieces: [body],
          contentType: 'text/plain',
        }));
      },
    },
  };
}

const tooLarge = expect.objectContaining<Partial<RenderFailure>>({ problem: 'too_large' });

describe('documents', () => {
  it('are made from what the database said, times included', () => {
    const seen: RenderInput[] = [];

    const { latestVersion } = renderDocuments(telling({}, seen), baseUrl, taskOf(), 1_000);

    expect(latestVersion).toBe('1.1.0');
    const [input] = seen;
    expect(input?.package).toMatchObject({ latestVersion: '1.1.0', readableReleases: 2, description: 'old' });
    expect(input?.tags).toEqual(new Map([['latest', '1.1.0']]));
    expect(input?.releases[0]?.publishedAt).toEqual(new Date('2026-01-02T03:04:05.678Z'));
    expect(input?.releases[0]?.uploadedAt).toEqual(new Date('2026-01-02T03:04:05.678Z'));
  });

  it.each([
    ['1.1.0', 'new'],
    ['1.0.0', 'old'],
  ])('show the texts of %s as those of the package: %s', (version, description) => {
    const seen: RenderInput[] = [];
    const task = taskOf({ description: { version, description: 'new' } });

    renderDocuments(telling({}, seen), baseUrl, task, 1_000);

    expect(seen[0]?.package.description).toBe(description);
  });

  it('come back only where they differ from what is stored', () => {
    const long = 'x'.repeat(2_000);
    const bodies = { same: 'a', short: 'b', long };
    const etags = [
      ['same', sha256Hex('a')],
      ['short', sha256Hex('before')],
      ['gone', sha256Hex('c')],
    ] as const;

    const { changed, gone } = renderDocuments(telling(bodies), baseUrl, taskOf({ etags }), 10_000);

    expect(gone).toEqual(['gone']);
    expect(changed.map(({ path, etag }) => [path, etag])).toEqual([
      ['short', sha256Hex('b')],
      ['long', sha256Hex(long)],
    ]);
    expect(changed[0]?.gzipBody).toBeNull();
    expect(gunzipSync(changed[1]?.gzipBody ?? '').toString()).toBe(long);
  });

  it('are not more than they may be, all together', () => {
    const bodies = { one: 'x'.repeat(600), two: 'ä'.repeat(300) };

    expect(() => renderDocuments(telling(bodies), baseUrl, taskOf(), 1_199)).toThrow(tooLarge);
    expect(renderDocuments(telling(bodies), baseUrl, taskOf(), 1_200).changed).toHaveLength(2);
  });
});

it('an entry of the search is not larger than a hit may be', () => {
  const entry = (length: number): Ecosystem => ({
    ...cargo,
    searchEntry: () => ({ facets: [], fields: {}, payload: { name: 'x'.repeat(length) } }),
  });

  expect(renderEntry(entry(1_000), baseUrl, taskOf()).payload).toEqual({ name: 'x'.repeat(1_000) });
  expect(() => renderEntry(entry(1 << 20), baseUrl, taskOf())).toThrow(tooLarge);
});
