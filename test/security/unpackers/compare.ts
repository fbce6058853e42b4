import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attacks } from '../archives/tgz-attacks.ts';
import { asInside, asJar, asPackage, type View } from './scanner-view.ts';
import { type Seen, unpackers } from './unpackers.ts';

export type Format = 'zip' | 'tar' | 'tgz';

/** A name that a client sees in an archive, and that the scanner neither listed nor refused. */
export interface Missed {
  kind: string;
  format: Format;
  client: string;
  as: string;
  name: string;
}

export interface Comparison {
  missed: Missed[];
  /** The number of names that each client listed. */
  seen: Record<string, number>;
  /** The number of archives that the scanner accepted, by the kind as which it read them. */
  taken: Record<string, number>;
}

/** Writes every archive to a folder, lists them with all clients, and compares. */
export async function compare(corpora: Partial<Record<Format, Attacks>>): Promise<Comparison> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-unpackers-'));
  try {
    const files = await writeAll(folder, corpora);
    const result: Comparison = { missed: [], seen: {}, taken: {} };
    const seen: [string, Seen][] = [];
    for (const [client, list] of Object.entries(unpackers)) seen.push([client, await list(folder)]);
    for (const file of files) {
      for (const [as, view] of Object.entries(await viewsOf(file))) {
        if (view !== undefined) result.taken[as] = (result.taken[as] ?? 0) + 1;
        for (const [client, byFile] of seen) compareOne(result, { file, as, view, client, byFile });
      }
    }
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Written {
  kind: string;
  format: Format;
  name: string;
  path: string;
  body: Buffer;
}

async function writeAll(folder: string, corpora: Partial<Record<Format, Attacks>>): Promise<Written[]> {
  const files: Written[] = [];
  for (const format of ['zip', 'tar', 'tgz'] as const) {
    for (const [kind, build] of Object.entries(corpora[format] ?? {})) {
      const name = `${files.length}.${format}`;
      const file = { kind, format, name, path: join(folder, name), body: build() };
      await writeFile(file.path, file.body);
      files.push(file);
    }
  }
  return files;
}

async function viewsOf({ format, path, body }: Written): Promise<Record<string, View>> {
  return {
    package: await asPackage(path, format),
    inside: await asInside(body, format),
    ...(format === 'zip' ? { jar: await asJar(path, body) } : {}),
  };
}

function compareOne(
  result: Comparison,
  { file, as, view, client, byFile }: { file: Written; as: string; view: View; client: string; byFile: Seen },
): void {
  const { kind, format } = file;
  // RubyGems' reader of tars reads only gems
  if (client === 'ruby' && (format !== 'tar' || as !== 'package')) return;
  const known = view && new Set([...view].flatMap((name) => [plain(name), plain(untilNul(name))]));
  for (const name of byFile[file.name] ?? []) {
    if (name.endsWith('/')) continue;
    if (as === 'package') result.seen[client] = (result.seen[client] ?? 0) + 1;
    if (known !== undefined && !known.has(plain(name)))
      result.missed.push({ kind, format, client, as, name });
  }
}

const untilNul = (name: string): string => name.split('\0', 1)[0] ?? '';

/** The path without empty and `.` segments; some readers put a blank in place of a NUL. */
function plain(name: string): string {
  return name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .replaceAll('\0', '')
    .replaceAll(' ', '');
}
