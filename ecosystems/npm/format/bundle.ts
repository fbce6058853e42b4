import { type BundleHints, noHints } from '../../../domain/bundle-analysis.ts';
import { binsOf } from './bins.ts';
import { type Manifest, NpmMetadata } from './metadata.ts';

/** The hints of the manifest beside its dependencies. */
export function bundle(metadata: unknown): BundleHints {
  const parsed = NpmMetadata.safeParse(metadata);
  if (!parsed.success) return noHints;
  const { manifest, unpackedSize } = parsed.data;
  return {
    ...noHints,
    installBytes: unpackedSize,
    bundledDependencies: bundledIn(manifest),
    hasEntrypoints: binsOf(manifest, String(manifest['name'])).size > 0,
    hasTreeShakingHints:
      manifest['sideEffects'] !== undefined ||
      manifest['module'] !== undefined ||
      (manifest['type'] === 'module' && manifest['exports'] !== undefined),
  };
}

function bundledIn(manifest: Manifest): number {
  const given = manifest['bundleDependencies'] ?? manifest['bundledDependencies'];
  if (Array.isArray(given)) return given.length;
  const { dependencies } = manifest;
  return given === true && typeof dependencies === 'object' && dependencies !== null
    ? Object.keys(dependencies).length
    : 0;
}
