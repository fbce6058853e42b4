import type { Formats } from '../ecosystems/format.ts';
import type { RenderPool } from '../rendering/pool.ts';
import type { Renderer } from '../store/postgres/documents/render-package.ts';
import type { EntryRenderer } from '../store/search/entry-renderer.ts';

/** Runs the ecosystems' pure parts for the store, on separate threads. */
export function createRenderer(
  ecosystems: Formats,
  { maxInputBytes, maxOutputBytes }: Pick<Renderer, 'maxInputBytes' | 'maxOutputBytes'>,
  pool: Pick<RenderPool, 'documents' | 'plan' | 'parts' | 'wide' | 'entry'>,
): Renderer & EntryRenderer {
  return {
    maxInputBytes,
    maxOutputBytes,
    rendersFrom: (pkg) => ecosystems.get(pkg.ecosystem).rendersFrom,
    briefOf: ecosystems.all.filter((each) => each.rendersFrom === 'newest releases').map(({ id }) => id),
    withheldIn: ecosystems.all.filter((each) => each.documents.sayWithheld).map(({ id }) => id),
    documents: (task) => pool.documents(task),
    plan: (task) => pool.plan(task),
    parts: (task) => pool.parts(task),
    widePaths: (pkg) => ecosystems.get(pkg.ecosystem).wideDocuments.map(({ path }) => path),
    wide: (task) => pool.wide(task),
    entry: (rendering) => pool.entry(rendering),
  };
}
