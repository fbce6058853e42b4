import { type BundleHints, noHints } from '../../../domain/bundle-analysis.ts';
import { PypiMetadata } from './metadata.ts';

/** The markers of requirements contain the names of extras. */
export function bundle(metadata: unknown): BundleHints {
  const parsed = PypiMetadata.safeParse(metadata);
  if (!parsed.success) return noHints;
  const extras = parsed.data.requiresDist.flatMap((requirement) =>
    [...requirement.matchAll(/extra ?== ?["']([^"']{1,100})["']/g)].map(([, extra]) => extra),
  );
  return { ...noHints, extras: new Set(extras).size };
}
