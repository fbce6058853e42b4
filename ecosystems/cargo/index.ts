import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** Rust crates: sparse index, publish, download, search, yank. */
export const cargo: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
