import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** Artifacts of Java builds. */
export const maven: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
