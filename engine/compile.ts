import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import compilerManifest from 'assemblyscript/package.json' with { type: 'json' };

export type CoreKind = 'release' | 'debug' | 'trainer';

const sources = join(import.meta.dirname, 'core');
const output = join(import.meta.dirname, 'build');

/** 64 KiB pages: the module's bounds; the host creates the memory. */
const pages = { minimum: 1, maximum: 65536 };

/** -O3 inlines so much that move generation gets 8 % slower; the search is equally fast. */
const options: Record<CoreKind, string[]> = {
  release: ['-O2', '--noAssert'],
  debug: ['-O2', '--debug'],
  trainer: ['-O3', '--noAssert'],
};

/**
 * Compiles the search core unless this exact build exists; two processes may do so at once. It takes some ten
 * seconds; `onCompile` announces it.
 */
export async function ensureCore(kind: CoreKind = 'release', onCompile = () => {}): Promise<string> {
  const path = await corePath(kind);
  const present = await readFile(path).catch(() => undefined);
  if (present) return path;
  onCompile();
  const binary = await compile(kind);
  await mkdir(output, { recursive: true });
  await removeOlder(kind);
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, binary);
  await rename(temporary, path);
  return path;
}

async function corePath(kind: CoreKind): Promise<string> {
  const hash = createHash('sha256').update(compilerManifest.version).update(options[kind].join(' '));
  for (const file of await sourceFiles()) hash.update(file).update(await readFile(join(sources, file)));
  return join(output, `core-${kind}-${hash.digest('hex').slice(0, 16)}.wasm`);
}

async function sourceFiles(): Promise<string[]> {
  const files = await readdir(sources);
  return files.filter((name) => name.endsWith('.ts')).toSorted();
}

async function compile(kind: CoreKind): Promise<Uint8Array> {
  const { default: compiler } = await import('assemblyscript/asc');
  let binary: Uint8Array | undefined;
  const messages: string[] = [];
  const flags =
    `--runtime stub --enable simd --enable relaxed-simd --enable threads --importMemory --sharedMemory --initialMemory ${pages.minimum} --maximumMemory ${pages.maximum}`.split(
      ' ',
    );
  const { error } = await compiler.main(
    [
      kind === 'trainer' ? 'trainer.ts' : 'main.ts',
      '--baseDir',
      sources,
      ...options[kind],
      ...flags,
      '--outFile',
      'core.wasm',
    ],
    {
      readFile: (name, base) => readFile(join(base, name), 'utf8').catch(() => null),
      writeFile: (name, contents) => {
        if (name === 'core.wasm' && typeof contents !== 'string') binary = contents;
      },
      listFiles: () => [],
      stderr: {
        write: (chunk: Uint8Array | string) => {
          messages.push(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk));
        },
      },
    },
  );
  if (error || !binary) throw new Error(`the search core does not compile: ${messages.join('')}`);
  return binary;
}

/** Removes old builds; a build that a running process has open stays readable for it. */
async function removeOlder(kind: CoreKind): Promise<void> {
  const isOld = (name: string) => name.startsWith(`core-${kind}-`) && name.endsWith('.wasm');
  for (const name of (await readdir(output)).filter(isOld)) await rm(join(output, name), { force: true });
}

if (import.meta.main) {
  await ensureCore('release');
  await ensureCore('debug');
}
