import type { Format } from '../ecosystems/format.ts';
import { type Budget, spend } from './compare.ts';
import { inputOf, type PackageTask } from './input.ts';
import { described, type PackageTexts } from './task.ts';

/** A changed package, for the documents about many packages. */
export interface WideTask extends PackageTask, PackageTexts {
  latestVersion: string | null;
  /** Path and ETag of the package's own documents. */
  etags: readonly (readonly [string, string])[];
  /**
   * The mounts with copies of the package: each document has one version per mount, possibly with different entries.
   */
  mounts: readonly string[];
  /** Mount, path below the mount, and the package's stored entry there; oldest first. */
  before: readonly (readonly [string, string, Uint8Array])[];
}

export interface WideEntry {
  mount: string;
  /** Below the mount. */
  path: string;
  contentType: string;
  keeps: 'every entry' | 'the latest';
  head: Uint8Array;
  body: Uint8Array;
}

/** Pure except for the clock. @throws RenderFailure `too_large`, and errors of the ecosystem */
export function renderWide(
  ecosystem: Format,
  baseUrl: string,
  task: WideTask,
  maxOutputBytes: number,
): WideEntry[] {
  const { input } = inputOf(ecosystem, baseUrl, task);
  const now = new Date();
  const change = { ...described(input, task.latestVersion, task), etags: new Map(task.etags), now };
  const budget: Budget = { left: maxOutputBytes };
  return ecosystem.wideDocuments.flatMap(({ path, contentType, keeps, head, entry }) =>
    task.mounts.flatMap((mount) => {
      const before = task.before.flatMap(([at, below, written]) =>
        at === mount && below === path ? [written] : [],
      );
      const body = entry({ ...change, before });
      if (body === null) return [];
      spend(budget, body.length);
      return [{ mount, path, contentType, keeps, head: head(now), body }];
    }),
  );
}
