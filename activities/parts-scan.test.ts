import { asyncLocalStorage, type Context } from '@temporalio/activity';
import { expect, test } from 'vitest';
import type { BlobScan } from '../store/postgres/parts/part-scans.ts';
import { type PartScanDeps, scanParts } from './parts-scan.ts';

const empty: BlobScan = { files: 1, findings: [], inventory: [], uninspected: null };
const release = { id: 'release', packageId: 'package' };
const parts = ['a', 'b', 'c'].map((digest) => ({ digest, format: 'layer' as const }));

/** Scans like the first attempt of a step. */
function scan(deps: PartScanDeps) {
  const context = { info: { attempt: 1 } } as unknown as Context;
  return asyncLocalStorage.run(context, () => scanParts(deps, release, parts));
}

/** Each scan of a part takes a moment; `known` is the stored result of every part. */
function depsOf(partsBudgetMs: number | undefined, known: BlobScan | null = null) {
  const work = { scanned: 0, saved: 0 };
  const stored = parts.map(({ digest }) => ({ digest, sha256: digest, sizeBytes: 1 }));
  const pool = {
    any: async () => stored,
    maybeOne: async () => known,
    query: async () => {
      work.saved += 1;
    },
  };
  const deps = {
    pool,
    blobs: { withLocalFile: async (_key: string, use: (path: string) => unknown) => use('') },
    runPartScan: async () => {
      work.scanned += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { ...empty, leakedTokenHashes: [] };
    },
    maxScannedPartBytes: 10,
    uninspectedParts: 'record',
    ...(partsBudgetMs === undefined ? {} : { partsBudgetMs }),
  };
  return { deps: deps as unknown as PartScanDeps, work };
}

test('the time for all parts of a release has an end, and what is left over is told and not kept', async () => {
  const { deps, work } = depsOf(10);

  const { files, findings } = await scan(deps);

  expect([files, work]).toEqual([1, { scanned: 1, saved: 1 }]);
  expect(findings.map((each) => each.findings.map(({ title }) => title))).toEqual([
    [],
    ['Part not inspected'],
    ['Part not inspected'],
  ]);
  expect(findings[2]?.findings[0]).toMatchObject({
    severity: 'low',
    description: expect.stringContaining('the other parts took all the time'),
  });
});

test('what is known of a part costs no time', async () => {
  const { deps, work } = depsOf(0, empty);

  expect(await scan(deps)).toMatchObject({ files: 3 });
  expect(work.scanned).toBe(0);
});

test('in usual time all parts are looked through', async () => {
  const { deps, work } = depsOf(undefined);

  expect(await scan(deps)).toMatchObject({ files: 3 });
  expect(work.scanned).toBe(3);
});
