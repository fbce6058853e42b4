import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/** A document of the project, as its repository has it. */
export interface ProjectDocument {
  /** Without the extension: `guides/npm`. */
  path: string;
  title: string;
  text: string;
}

const folder = join(import.meta.dirname, '../../../docs');

/** The documents for browsers, by path. Read once, as a process serves only its own version's documents. */
export function loadDocuments(): ReadonlyMap<string, ProjectDocument> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split('\\').join(posix.sep))
    .filter((file) => file.endsWith('.md'))
    .toSorted();
  return new Map(
    files.map((file) => {
      const path = file.slice(0, -'.md'.length);
      const text = readFileSync(join(folder, file), 'utf8');
      const [, title = path] = /^# (.+)$/m.exec(text) ?? [];
      return [path, { path, title: title.replaceAll('`', ''), text: text.replace(/^# .+\n+/, '') }];
    }),
  );
}

/** A drawing of the documentation, by its path with the extension. @returns undefined for an unknown path */
export function readDrawing(path: string): Buffer | undefined {
  // only paths that the folder lists are read, so that no address leads out of it
  const isKnown = readdirSync(folder, { recursive: true, encoding: 'utf8' }).includes(
    path.split(posix.sep).join(sep),
  );
  return isKnown ? readFileSync(join(folder, path)) : undefined;
}
