import type { Ecosystem } from '../wire.ts';
import { format } from './format.ts';

/** Container images and other OCI artifacts: a release is a manifest, its version the digest. */
export const oci: Ecosystem = {
  ...format,
  wire: async () => (await import('./wire.ts')).wire,
  clients: async () => (await import('./clients.ts')).clients,
};
