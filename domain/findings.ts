import { z } from 'zod';

export const FindingKind = z.enum([
  'vulnerability',
  'malware',
  'policy_violation',
  'secrets_exposed',
  'suspicious_install_hook',
  'archive_bomb',
  'file_type_anomaly',
  'dependency_confusion',
]);
export type FindingKind = z.infer<typeof FindingKind>;

export const Severity = z.enum(['info', 'low', 'medium', 'high', 'critical']);
export type Severity = z.infer<typeof Severity>;

export const Resolution = z.enum(['fixed', 'false_positive', 'accepted_risk', 'not_applicable']);
export type Resolution = z.infer<typeof Resolution>;

/** A finding as a scanner reports it. `file` is a path inside the archive, `line` counts from 1. */
export const ScanFinding = z.object({
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
  description: z.string(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  /** Scanner name and version, e.g. `secrets/1`. */
  scanner: z.string(),
  /** Key of the other, similar package. Texts never name it: some readers may not see that package. */
  similarTo: z.string().exactOptional(),
});
export type ScanFinding = z.infer<typeof ScanFinding>;

const severities = Severity.options.toReversed();

/** Sorts by malware, then by severity: the first finding is the one to report. */
export function worstFirst<Found extends { kind: FindingKind; severity: Severity }>(
  findings: readonly Found[],
): Found[] {
  const rank = ({ kind, severity }: Found) => (kind === 'malware' ? -1 : severities.indexOf(severity));
  return findings.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether an unresolved finding holds its release, by policy; every other finding is only recorded. */
export function isBlocking(finding: { kind: FindingKind; severity: Severity }): boolean {
  return finding.severity === 'critical' || finding.kind === 'malware';
}
