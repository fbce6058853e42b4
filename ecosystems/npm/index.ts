import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** Packages of Node and the web: npm, pnpm, yarn, bun, deno. */
export const npm: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
