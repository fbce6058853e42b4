import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** Gems: the compact index, specifications in Marshal, push and yank. */
export const rubygems: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
