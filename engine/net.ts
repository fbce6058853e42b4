import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Core, layout } from './core.ts';

/** Written by `tuning/train.ts`. */
export const netFile = join(import.meta.dirname, 'net', 'weights.bin');

let file: Uint8Array | undefined;

/** Copies the network into a new memory. Throws when the file does not fit the core. */
export function copyNet(core: Core, memory: WebAssembly.Memory): void {
  file ??= existsSync(netFile) ? readFileSync(netFile) : new Uint8Array();
  if (file.byteLength === 0) return;
  if (file.byteLength !== core.netBytes())
    throw new Error(`the network has ${file.byteLength} bytes, the core expects ${core.netBytes()}`);
  new Uint8Array(memory.buffer).set(file, core.netAt());
  new DataView(memory.buffer).setInt32(layout.netReady, 1, true);
}
