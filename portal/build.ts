import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';

/**
 * Builds the scripts and styles of pages into `build/portal`, with hashed names and a manifest. Does nothing where
 * the sources have not changed since the last build.
 */

const root = join(import.meta.dirname, '..');
const islands = join(import.meta.dirname, 'islands');
const styles = join(import.meta.dirname, 'styles');
const out = join(root, 'build', 'portal');
const stamp = join(out, 'sources.json');

/** The hash of the files that the bundler read; null where there was no build or a file is gone. */
function hashOf(files: readonly string[]): string | null {
  const hash = createHash('sha256');
  for (const file of [...files, relative(root, import.meta.filename)]) {
    const path = join(root, file);
    if (!existsSync(path)) return null;
    hash.update(file).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

const entriesNow = (): string[] => readdirSync(islands).filter((file) => file.endsWith('.ts'));

/** Imports of islands are sources too, wherever they are; the last build wrote their list. */
function isUpToDate(): boolean {
  if (!existsSync(stamp)) return false;
  const { entries, files, hash } = JSON.parse(readFileSync(stamp, 'utf8')) as Stamp;
  return entries.join() === entriesNow().join() && hashOf(files) === hash;
}

interface Stamp {
  entries: string[];
  files: string[];
  hash: string | null;
}

async function main(): Promise<void> {
  if (isUpToDate()) return;
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const entries = entriesNow();
  const built = await build({
    entryPoints: [...entries.map((file) => join(islands, file)), join(styles, 'portal.css')],
    outdir: out,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
  });
  const manifest = Object.fromEntries(
    Object.keys(built.metafile.outputs).map((path) => {
      const file = path.slice(path.lastIndexOf('/') + 1);
      // only other scripts load a chunk, by its hashed name
      return [file.startsWith('chunk-') ? file : file.replace(/-[A-Z\d]{8}(\.\w+)$/, '$1'), file];
    }),
  );
  writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest));
  const files = Object.keys(built.metafile.inputs);
  writeFileSync(stamp, JSON.stringify({ entries, files, hash: hashOf(files) } satisfies Stamp));
  process.stdout.write(`setup: built ${Object.keys(manifest).length} scripts and styles of pages\n`);
}

await main();
