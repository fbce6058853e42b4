import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Guide {
  text: string;
  /** The shell blocks. */
  blocks: string[];
  /** The first block of another language: a file that the reader writes. */
  file(language: string): string;
}

/** The code blocks of a guide, whose lines the tests run. `name` is that of the file in `docs/guides`. */
export async function readGuide(name: string): Promise<Guide> {
  const text = await readFile(join(import.meta.dirname, `../../docs/guides/${name}.md`), 'utf8');
  const of = (language: string) =>
    // a block inside a list is indented with the list
    [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\``, 'gms'))].map(
      ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    );
  return {
    text,
    blocks: of('sh'),
    file(language) {
      const [first] = of(language);
      if (first === undefined) throw new Error(`${name}.md has no ${language}`);
      return first;
    },
  };
}
