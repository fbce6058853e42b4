import { createRenderer } from '../../config/renderer.ts';
import { createEcosystems, type Ecosystems } from '../../ecosystems/index.ts';
import { type PackageTask, renderDocuments, renderEntry } from '../../rendering/task.ts';

const maxBytes = 64 << 20;

/** Renders in the thread of the test: its ecosystems exist nowhere else. */
export function createTestRenderer(
  ecosystems: Ecosystems = createEcosystems(),
  baseUrl = 'http://localhost',
  { maxInputBytes = maxBytes, maxOutputBytes = maxBytes } = {},
) {
  const of = ({ package: pkg }: PackageTask) => ecosystems.get(pkg.ecosystem);
  return createRenderer(
    ecosystems,
    { maxInputBytes },
    {
      documents: async (task) => renderDocuments(of(task), baseUrl, task, maxOutputBytes),
      entry: async (task) => renderEntry(of(task), baseUrl, task),
    },
  );
}
