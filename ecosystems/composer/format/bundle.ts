import { type BundleHints, noHints } from '../../../domain/bundle-analysis.ts';
import { ComposerMetadata } from './metadata.ts';

export function bundle(metadata: unknown): BundleHints {
  const parsed = ComposerMetadata.safeParse(metadata);
  if (!parsed.success) return noHints;
  const { bin } = parsed.data.manifest;
  const hasEntrypoints = (typeof bin === 'string' && bin !== '') || (Array.isArray(bin) && bin.length > 0);
  return { ...noHints, hasEntrypoints };
}
