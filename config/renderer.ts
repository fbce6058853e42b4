import type { Ecosystems } from '../ecosystems/index.ts';
import type { RenderPool } from '../rendering/pool.ts';
import type { Renderer } from '../store/postgres/packages/catalog.ts';
import type { RenderingLimits } from '../store/postgres/packages/rendering.ts';
import type { EntryRenderer } from '../store/search/postgres.ts';

/** The ecosystems' pure parts as the store wants them: on threads of their own. */
export function createRenderer(
  ecosystems: Ecosystems,
  { maxInputBytes }: Pick<RenderingLimits, 'maxInputBytes'>,
  pool: Pick<RenderPool, 'documents' | 'entry'>,
): Renderer & EntryRenderer {
  return {
    maxInputBytes,
    rendersFrom: (pkg) => ecosystems.get(pkg.ecosystem).rendersFrom,
    documents: (task) => pool.documents(task),
    entry: (rendering) => pool.entry(rendering),
  };
}
