import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A section of the README, and the blocks of shell in it: what readers type is what tests run. */
export async function readSection(title: string): Promise<{ text: string; blocks: string[] }> {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  const text = readme.split(/^## /m).find((each) => each.startsWith(`${title}\n`));
  if (text === undefined) throw new Error(`the README has no section ${title}`);
  return { text, blocks: [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block) };
}
