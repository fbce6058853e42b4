import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** Packages of the .NET world, served over the V3 protocol. */
export const nuget: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
