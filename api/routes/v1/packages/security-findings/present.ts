import { z } from 'zod';
import { FindingKind, Resolution, Severity } from '../../../../../domain/findings.ts';
import type { ListedFinding } from '../../../../../services/findings/list.ts';
import { Time, time, timeOrNull } from '../../../fields.ts';

export const Finding = z.object({
  id: z.string(),
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
  description: z.string(),
  advisory_id: z.string().nullable(),
  is_resolved: z.boolean(),
  resolution: Resolution.nullable(),
  note: z.string().nullable(),
  resolved_at: Time.nullable(),
  resolved_by: z.string().nullable(),
  detected_at: Time,
  release_version: z.string(),
  artifact_filename: z.string().nullable(),
  location: z.object({ file: z.string(), line: z.int().nullable() }).nullable(),
});

export function presentFinding(finding: ListedFinding): z.infer<typeof Finding> {
  const { file, line } = finding;
  return {
    id: finding.id,
    kind: finding.kind,
    severity: finding.severity,
    title: finding.title,
    description: finding.description,
    advisory_id: finding.advisoryId,
    is_resolved: finding.isResolved,
    resolution: finding.resolution,
    note: finding.note,
    resolved_at: timeOrNull(finding.resolvedAt),
    resolved_by: finding.resolvedBy,
    detected_at: time(finding.detectedAt),
    release_version: finding.releaseVersion,
    artifact_filename: finding.artifactFilename,
    location: file === null ? null : { file, line },
  };
}
