import type { Ecosystems } from '../ecosystems/index.ts';
import { renderInput } from '../ecosystems/index.ts';
import type { Renderer } from '../store/postgres/catalog.ts';
import type { PostgresSearchDeps } from '../store/search/postgres.ts';

/** The ecosystems' pure parts as the store wants them. */
export function createRenderer(
  ecosystems: Ecosystems,
  baseUrl: string,
): Renderer & Omit<PostgresSearchDeps, 'pool'> {
  return {
    rendersFrom: (pkg) => ecosystems.get(pkg.ecosystem).rendersFrom,
    documents(rendering) {
      const ecosystem = ecosystems.get(rendering.package.ecosystem);
      return ecosystem.documents(renderInput(ecosystem, baseUrl, rendering));
    },
    latest: ({ package: pkg, releases, tags }) => ecosystems.get(pkg.ecosystem).latest(releases, tags),
    render(rendering) {
      const ecosystem = ecosystems.get(rendering.package.ecosystem);
      return ecosystem.searchEntry(renderInput(ecosystem, baseUrl, rendering));
    },
  };
}
