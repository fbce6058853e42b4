import type { Ecosystem } from '../../ecosystems/wire.ts';
import { format } from './format.ts';

/** Kits, an invented ecosystem: nothing outside this folder knows its name. */
export const tenth: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
