import { createEcosystems } from '../../ecosystems/index.ts';
import type { ReleaseClient, TestClient } from '../../ecosystems/test-client.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';

/** An ecosystem and the requests of its client, from the ecosystem's folder. */
export interface Tested {
  ecosystem: Ecosystem;
  client: TestClient;
}

/** Every served ecosystem: an ecosystem without a client fails here. */
export const tested: readonly Tested[] = await Promise.all(
  createEcosystems().all.map(async (ecosystem) => {
    const file = new URL(`../../ecosystems/${ecosystem.id}/fixtures/client.ts`, import.meta.url);
    // every folder has this file, and imports.test.ts checks that it exports a client
    const { client } = (await import(file.href)) as { client: TestClient };
    return { ecosystem, client };
  }),
);

/** The ecosystem that answers this path; undefined for a bare mount, which is a page of the platform. */
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

/** The ecosystems in which suites publish. `ONLY_ECOSYSTEM` limits them to one, for a quick run. */
export const ecosystems: readonly string[] = [...publishing.keys()].filter((id) =>
  [undefined, id].includes(process.env['ONLY_ECOSYSTEM']),
);

/** @throws Error for an ecosystem in which no suite publishes */
export function releasesOf(ecosystem: string): ReleaseClient {
  const releases = publishing.get(ecosystem);
  if (!releases) throw new Error(`suites publish nothing in ${ecosystem}`);
  return releases;
}

/** A name of the ecosystem that contains this word. */
export function nameWith(ecosystem: string, word: string): string {
  return releasesOf(ecosystem).nameOf?.(word) ?? word;
}
