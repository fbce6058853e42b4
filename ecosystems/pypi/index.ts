import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** Wheels and source distributions of Python projects. */
export const pypi: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
