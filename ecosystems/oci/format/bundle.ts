import { type BundleHints, noHints } from '../../../domain/bundle-analysis.ts';
import { OciMetadata } from './metadata.ts';

export function bundle(metadata: unknown): BundleHints {
  const parsed = OciMetadata.safeParse(metadata);
  if (!parsed.success) return noHints;
  const { config, layers } = parsed.data;
  const partBytes = layers.reduce((sum, { size }) => sum + size, config?.size ?? 0);
  return { ...noHints, layers: layers.length, partBytes };
}
