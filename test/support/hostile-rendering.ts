import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cargo } from '../../ecosystems/cargo/index.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';

/**
 * Loaded into a process before everything else (`NODE_OPTIONS=--import=…`), threads included: crates whose names begin
 * with a behaviour behave like that for as long as there is a file of its name in `HOSTILE_RENDERING`.
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

/** `documents-loops-…` or `search-throws-…`. */
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
