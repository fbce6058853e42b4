import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cargo } from '../../ecosystems/cargo/index.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';

/**
 * Preloaded into a process and its threads (`NODE_OPTIONS=--import=…`). Rendering a crate whose name begins with a
 * behaviour shows this behaviour while the folder `HOSTILE_RENDERING` has a file of that name.
 */
const folder = process.env['HOSTILE_RENDERING'] ?? '';

const behaviours: Record<string, () => void> = {
  throws() {
    throw new Error('thrown by the test');
  },
  loops() {
    for (;;);
  },
  hoards() {
    const hoard: string[][] = [];
    for (let size = 1; ; size += 1) hoard.push(Array.from({ length: 100_000 }, () => `${size}`));
  },
};

/** Shows a behaviour such as `documents-loops-…` or `search-throws-…`. */
function behave(part: string, name: string): void {
  const [wanted, behaviour = ''] = name.split('-');
  if (wanted === part && existsSync(join(folder, behaviour))) behaviours[behaviour]?.();
}

const { documents, searchEntry } = cargo;

Object.assign<Ecosystem, Pick<Ecosystem, 'documents' | 'searchEntry'>>(cargo, {
  documents: {
    ...documents,
    frames(input) {
      behave('documents', input.package.name);
      return documents.frames(input);
    },
  },
  searchEntry(input) {
    behave('search', input.package.name);
    return searchEntry(input);
  },
});
