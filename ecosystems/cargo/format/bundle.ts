import { type BundleHints, noHints } from '../../../domain/bundle-analysis.ts';
import { CargoMetadata } from './metadata.ts';

/** Features are the optional parts of a crate beside its core. */
export function bundle(metadata: unknown): BundleHints {
  const parsed = CargoMetadata.safeParse(metadata);
  if (!parsed.success) return noHints;
  const { features, features2 } = parsed.data;
  return { ...noHints, extras: Object.keys({ ...features, ...features2 }).length };
}
