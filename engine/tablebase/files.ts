import { readdir, readFile, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Core, layout } from '../core.ts';

/** A Syzygy file, to be copied into the memory of searches. */
export interface TableFile {
  /** Men counted like the core's material key, with the first side as White. */
  key: bigint;
  isDtz: boolean;
  bytes: Uint8Array;
}

/** Bytes for the derived values of one file: records and symbol lengths. */
const derivedBytes = 48 * 1024;
const lookupBytes = 80 * 1024;
/** Alignment of each file's start, so that its blocks are aligned as in the file. */
const alignment = 64;
/** The most bytes that are loaded: every search has the files in its memory. */
const maxBytes = 512 * 1_048_576;
const letters = 'PNBRQK';

/** The material key of a file's name, `KRPvKB`; undefined for other files. */
export function tableKey(name: string): bigint | undefined {
  const match = /^(K[QRBNP]*)v(K[QRBNP]*)\.rtb[wz]$/.exec(name);
  if (!match) return undefined;
  let key = 0n;
  for (const [side, men] of [match[1] ?? '', match[2] ?? ''].entries())
    for (const letter of men) key += 1n << BigInt(letters.indexOf(letter) * 4 + side * 24);
  return key;
}

/** The number of men of a table with this key. */
export function tableMen(key: bigint): number {
  let men = 0;
  for (let rest = key; rest > 0n; rest >>= 4n) men += Number(rest & 15n);
  return men;
}

/** Reads the tables of one or more folders (separated like PATH), smallest first, up to the limit. */
export async function readTableFiles(path: string): Promise<TableFile[]> {
  const found: { path: string; name: string; size: number; key: bigint }[] = [];
  for (const folder of path.split(delimiter).filter(Boolean)) {
    for (const name of await readdir(folder)) {
      const key = tableKey(name);
      if (key === undefined) continue;
      const file = join(folder, name);
      found.push({ path: file, name, size: (await stat(file)).size, key });
    }
  }
  const files: TableFile[] = [];
  let total = 0;
  for (const { path: file, name, size, key } of found.toSorted(
    (a, b) => a.size - b.size || (a.name < b.name ? -1 : 1),
  )) {
    total += size;
    if (total > maxBytes) break;
    files.push({ key, isDtz: name.endsWith('z'), bytes: await readFile(file) });
  }
  return files;
}

/** Bytes of memory for the tables, which follow all other data. */
export function tablebaseBytes(files: readonly TableFile[]): number {
  if (files.length === 0) return 0;
  const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength + alignment, 0);
  return bytes + files.length * derivedBytes + lookupBytes + alignment;
}

/** Copies the files into the memory at `start`; the core reads their heads. Returns how many files it accepted. */
export function loadTables(
  core: Core,
  memory: WebAssembly.Memory,
  start: number,
  files: readonly TableFile[],
): number {
  if (files.length === 0) return 0;
  const target = new Uint8Array(memory.buffer);
  let at = Math.ceil(start / alignment) * alignment;
  const placed = files.map((file) => {
    const address = at;
    target.set(file.bytes, address);
    at = Math.ceil((at + file.bytes.byteLength) / alignment) * alignment;
    return { ...file, address };
  });
  new DataView(memory.buffer).setUint32(layout.tablebaseFree, at, true);
  core.openTables();
  return placed.filter(({ address, key, isDtz }) => core.addTable(address, key, isDtz ? 1 : 0)).length;
}
