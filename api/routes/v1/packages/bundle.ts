import { z } from 'zod';
import { riskOf } from '../../../../domain/bundle-analysis.ts';
import { Severity } from '../../../../domain/findings.ts';
import type { CountedBundle } from '../../../../services/packages/page.ts';

export const BundleAnalysis = z.object({
  source_version: z.string(),
  artifact_count: z.int(),
  total_artifact_size_bytes: z.int(),
  compressed_size_bytes: z.int(),
  install_size_bytes: z.int(),
  file_count: z.int(),
  direct_dependency_count: z.int(),
  runtime_dependency_count: z.int(),
  development_dependency_count: z.int(),
  peer_dependency_count: z.int(),
  optional_dependency_count: z.int(),
  bundled_dependency_count: z.int(),
  dependency_group_count: z.int(),
  extra_count: z.int(),
  package_type_count: z.int(),
  layer_count: z.int(),
  install_script_count: z.int(),
  has_cli_entrypoints: z.boolean(),
  has_tree_shaking_hints: z.boolean(),
  has_native_code: z.boolean(),
  risk: z.object({
    score: z.int(),
    level: z.enum(['low', 'moderate', 'high', 'critical']),
    unresolved_finding_count: z.int(),
    worst_unresolved_severity: Severity.nullable(),
    factors: z.array(z.string()),
  }),
  notes: z.array(z.string()),
});

export function presentBundle(bundle: CountedBundle): z.infer<typeof BundleAnalysis> {
  const { facts } = bundle;
  const { score, level, openFindings, worst, factors } = riskOf(facts, bundle);
  return {
    source_version: bundle.version,
    artifact_count: bundle.artifactCount,
    total_artifact_size_bytes: bundle.artifactBytes,
    compressed_size_bytes: bundle.sentBytes + facts.partBytes,
    install_size_bytes: facts.installBytes ?? facts.unpackedBytes,
    file_count: facts.fileCount,
    direct_dependency_count: facts.direct,
    runtime_dependency_count: facts.runtime,
    development_dependency_count: facts.development,
    peer_dependency_count: facts.peer,
    optional_dependency_count: facts.optional,
    bundled_dependency_count: facts.bundledDependencies,
    dependency_group_count: facts.dependencyGroups,
    extra_count: facts.extras,
    package_type_count: facts.packageTypes,
    layer_count: facts.layers,
    install_script_count: bundle.installScripts,
    has_cli_entrypoints: facts.hasEntrypoints,
    has_tree_shaking_hints: facts.hasTreeShakingHints,
    has_native_code: bundle.hasNativeCode,
    risk: {
      score,
      level,
      unresolved_finding_count: openFindings,
      worst_unresolved_severity: worst,
      factors,
    },
    notes: notesOf(bundle),
  };
}

function notesOf({ facts, artifactCount, installScripts, hasNativeCode }: CountedBundle): string[] {
  const notes: string[] = [];
  if (installScripts > 0)
    notes.push('Installing it, or building what needs it, runs scripts of the package.');
  if (hasNativeCode) notes.push('It has compiled code, which can not be read like source.');
  if (facts.bundledDependencies > 0) notes.push('It brings copies of some of its dependencies.');
  if (facts.layers > 0) notes.push('Sizes are those of the layers as they are sent.');
  if (facts.layers === 0 && artifactCount > 1)
    notes.push('Files inside were counted when it was first opened.');
  return notes;
}
