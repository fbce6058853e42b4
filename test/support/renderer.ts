import type { Package } from '../../domain/package.ts';
import { createRenderer } from '../../config/renderer.ts';
import { createEcosystems, type Ecosystems } from '../../ecosystems/index.ts';
import { renderParts } from '../../rendering/parts.ts';
import { planDocuments } from '../../rendering/plan.ts';
import { renderDocuments, renderEntry } from '../../rendering/task.ts';
import { renderWide } from '../../rendering/wide.ts';

const maxBytes = 64 << 20;

/** Renders in the thread of the test, because only the test knows its ecosystems. */
export function createTestRenderer(
  ecosystems: Ecosystems = createEcosystems(),
  baseUrl = 'http://localhost',
  { maxInputBytes = maxBytes, maxOutputBytes = maxBytes } = {},
) {
  const of = ({ package: pkg }: { package: Pick<Package, 'ecosystem'> }) => ecosystems.get(pkg.ecosystem);
  return createRenderer(
    ecosystems,
    { maxInputBytes, maxOutputBytes },
    {
      documents: async (task) => renderDocuments(of(task), baseUrl, task, maxOutputBytes),
      plan: async (task) => planDocuments(of(task), baseUrl, task),
      parts: async (task) => renderParts(of(task), baseUrl, task, maxOutputBytes),
      wide: async (task) => renderWide(of(task), baseUrl, task, maxOutputBytes),
      entry: async (task) => renderEntry(of(task), baseUrl, task),
    },
  );
}
