import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Core, layout } from './core.ts';

/** Written by `tuning/train.ts`. */
export const netFile = join(import.meta.dirname, 'net', 'weights.bin');

let file: Uint8Array | undefined;

/** Copies the network of the engine into a new memory. Throws when the file does not fit the core. */
export function copyNet(core: Core, memory: WebAssembly.Memory): void {
  file ??= existsSync(netFile) ? readFileSync(netFile) : new Uint8Array();
  useNet(core, memory, file);
}

/**
 * Evaluates with another network, or with the hand-written evaluation for empty bytes. Not during a search. Throws
 * for bytes that do not fit the core.
 */
export function useNet(core: Core, memory: WebAssembly.Memory, bytes: Uint8Array): void {
  const isNet = bytes.byteLength > 0;
  if (isNet && bytes.byteLength !== core.netBytes())
    throw new Error(`the network has ${bytes.byteLength} bytes, the core expects ${core.netBytes()}`);
  new Uint8Array(memory.buffer).set(bytes, core.netAt());
  new DataView(memory.buffer).setInt32(layout.netReady, isNet ? 1 : 0, true);
}
