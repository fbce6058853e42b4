import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A guide, and the blocks of shell in it: the tests run the lines that readers type. `name`: of the file in `docs/guides`. */
export async function readGuide(name: string): Promise<{ text: string; blocks: string[] }> {
  const text = await readFile(join(import.meta.dirname, `../../docs/guides/${name}.md`), 'utf8');
  return { text, blocks: [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block) };
}
