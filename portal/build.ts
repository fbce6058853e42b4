import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';

/**
 * Builds the scripts and styles of pages into `build/portal`, with hashed names and a manifest. Does nothing where the
 * sources are those of the last time.
 */

const root = join(import.meta.dirname, '..');
const islands = join(import.meta.dirname, 'islands');
/** Drawn by the server and by scripts alike. */
const board = join(import.meta.dirname, 'components', 'board');
const styles = join(import.meta.dirname, 'styles');
const out = join(root, 'build', 'portal');
const stamp = join(out, 'sources.sha256');

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const folder of [islands, join(islands, 'parts'), board, styles]) {
    for (const file of readdirSync(folder, { withFileTypes: true })) {
      if (file.isFile())
        hash
          .update(file.name)
          .update('\0')
          .update(readFileSync(join(folder, file.name)));
    }
  }
  return hash.update(readFileSync(import.meta.filename)).digest('hex');
}

async function main(): Promise<void> {
  const sources = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const entries = readdirSync(islands).filter((file) => file.endsWith('.ts'));
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
      // a chunk is asked for by other scripts alone, by its hashed name
      return [file.startsWith('chunk-') ? file : file.replace(/-[A-Z\d]{8}(\.\w+)$/, '$1'), file];
    }),
  );
  writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(stamp, sources);
  process.stdout.write(`setup: built ${Object.keys(manifest).length} scripts and styles of pages\n`);
}

await main();
