import { createEcosystems } from '../../ecosystems/index.ts';
import type { ReleaseClient, TestClient } from '../../ecosystems/test-client.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';

/** An ecosystem and the requests of its client, from its own folder. */
export interface Tested {
  ecosystem: Ecosystem;
  client: TestClient;
}

/** Every ecosystem that is served: one that brings no client fails here. */
export const tested: readonly Tested[] = await Promise.all(
  createEcosystems().all.map(async (ecosystem) => {
    const file = new URL(`../../ecosystems/${ecosystem.id}/fixtures/client.ts`, import.meta.url);
    // every folder has this file, and imports.test.ts that it exports a client
    const { client } = (await import(file.href)) as { client: TestClient };
    return { ecosystem, client };
  }),
);

/** The ecosystem that answers this path, if one does: a mount alone is a page of the platform. */
export function findTestedAt(path: string): Tested | undefined {
  return tested.find(
    ({ ecosystem: { mount, rootPrefixes } }) =>
      path.startsWith(`${mount}/`) ||
      rootPrefixes.some(
        (prefix) => path.startsWith(prefix) && ['/', '?', undefined].includes(path[prefix.length]),
      ),
  );
}

/** Finds a client by the first segment of a route: a mount, or a prefix at the root. */
export function findTested(segment: string): Tested | undefined {
  return tested.find(({ ecosystem: { mount, rootPrefixes } }) =>
    [mount, ...rootPrefixes].some((prefix) => prefix.split('/')[1] === segment),
  );
}

const publishing = new Map(
  tested.flatMap(({ ecosystem: { id }, client: { releases } }) =>
    releases ? [[id, releases] as const] : [],
  ),
);

/** The ecosystems in which suites publish. `ONLY_ECOSYSTEM` limits them to one, for a quick look at it. */
export const ecosystems: readonly string[] = [...publishing.keys()].filter((id) =>
  [undefined, id].includes(process.env['ONLY_ECOSYSTEM']),
);

/** @throws Error for one in which no suite publishes */
export function releasesOf(ecosystem: string): ReleaseClient {
  const releases = publishing.get(ecosystem);
  if (!releases) throw new Error(`suites publish nothing in ${ecosystem}`);
  return releases;
}

/** A name of that ecosystem with this word in it. */
export function nameWith(ecosystem: string, word: string): string {
  return releasesOf(ecosystem).nameOf?.(word) ?? word;
}
