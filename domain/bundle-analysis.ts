import type { FindingKind, Severity } from './findings.ts';
import type { Dependency } from './publication.ts';

/** Figures of a release that only its ecosystem can read from its metadata. Zero if the release has no such thing. */
export interface BundleHints {
  /** Its installed size in bytes, where that is not the sum of the files inside. */
  installBytes: number | null;
  /** The total of separately uploaded parts. */
  partBytes: number;
  bundledDependencies: number;
  dependencyGroups: number;
  extras: number;
  packageTypes: number;
  layers: number;
  hasEntrypoints: boolean;
  hasTreeShakingHints: boolean;
}

export const noHints: BundleHints = {
  installBytes: null,
  partBytes: 0,
  bundledDependencies: 0,
  dependencyGroups: 0,
  extras: 0,
  packageTypes: 0,
  layers: 0,
  hasEntrypoints: false,
  hasTreeShakingHints: false,
};

/** Counted once, when a release is opened. */
export interface BundleFacts extends BundleHints {
  fileCount: number;
  /** The total of all files inside, unpacked. */
  unpackedBytes: number;
  direct: number;
  runtime: number;
  development: number;
  peer: number;
  optional: number;
}

export function countBundle(
  dependencies: readonly Dependency[],
  files: readonly { size: number }[],
  hints: BundleHints,
): BundleFacts {
  const of = (...kinds: Dependency['kind'][]) =>
    dependencies.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    ...hints,
    fileCount: files.length,
    unpackedBytes: files.reduce((sum, { size }) => sum + size, 0),
    direct: of('runtime', 'build', 'optional', 'peer'),
    runtime: of('runtime'),
    development: of('dev'),
    peer: of('peer'),
    optional: of('optional'),
  };
}

/** Facts of a release that change after it was opened. */
export interface BundleStanding {
  version: string;
  artifactCount: number;
  artifactBytes: number;
  /** Without files that were extracted from other files. */
  sentBytes: number;
  hasNativeCode: boolean;
  /**
   * The number of install scripts in all its files; they run when a client installs the release or builds a dependent
   * package.
   */
  installScripts: number;
  /** The open findings. */
  findings: readonly { kind: FindingKind; severity: Severity }[];
}

export interface Risk {
  /** 0 to 100. */
  score: number;
  level: 'low' | 'moderate' | 'high' | 'critical';
  openFindings: number;
  worst: Severity | null;
  factors: string[];
}

const findingWeight: Record<Severity, number> = { critical: 50, high: 30, medium: 15, low: 6, info: 2 };
const mostOfFindings = 70;
const scriptWeight = { one: 12, several: 18 } as const;
const nativeWeight = 8;
/** Weights by the number of direct dependencies, the most first. */
const dependencyWeights = [
  [100, 20],
  [50, 12],
  [25, 8],
  [10, 4],
] as const;

/** The risk of a release for its users: its findings, the scripts that run at installation, its dependencies. */
export function riskOf(
  facts: BundleFacts,
  { findings, hasNativeCode, installScripts: scripts }: BundleStanding,
): Risk {
  const factors: string[] = [];
  const add = (points: number, factor: string) => {
    if (points > 0) factors.push(factor);
    return points;
  };
  const found = Math.min(
    mostOfFindings,
    findings.reduce((sum, { severity }) => sum + findingWeight[severity], 0),
  );
  const [, tree] = dependencyWeights.find(([least]) => facts.direct >= least) ?? [0, 0];
  const score =
    add(found, `${findings.length} open finding(s)`) +
    add(
      scripts === 0 ? 0 : scripts === 1 ? scriptWeight.one : scriptWeight.several,
      `${scripts} script(s) run at installation or in builds`,
    ) +
    add(hasNativeCode ? nativeWeight : 0, 'compiled code') +
    add(tree, `${facts.direct} direct dependencies`);
  const capped = Math.min(100, score);
  return {
    score: capped,
    level: levelOf(capped, findings),
    openFindings: findings.length,
    worst: worstOf(findings),
    factors,
  };
}

function levelOf(score: number, findings: BundleStanding['findings']): Risk['level'] {
  const has = (wanted: Severity) => findings.some(({ severity }) => severity === wanted);
  if (has('critical') || score >= 70) return 'critical';
  if (has('high') || score >= 45) return 'high';
  if (has('medium') || score >= 15) return 'moderate';
  return 'low';
}

function worstOf(findings: BundleStanding['findings']): Severity | null {
  const order = Object.keys(findingWeight) as Severity[];
  return order.find((severity) => findings.some((finding) => finding.severity === severity)) ?? null;
}
